/** The time that a probe may take. */
export interface ProbeClock {
  /** Seconds since it began. */
  spent(): number;
  /** Seconds that are left, at least 0. */
  left(): number;
  readonly budgetSeconds: number;
}

export function startClock(budgetSeconds: number): ProbeClock {
  const begun = performance.now();
  const spent = (): number => (performance.now() - begun) / 1000;
  return { spent, left: () => Math.max(0, budgetSeconds - spent()), budgetSeconds };
}
