/** What a round may spend, over all runs that tell their cost. */
export interface Budget {
  /** In US dollars; absent: as much as it takes. */
  readonly limit: number | undefined;
  /** A run tells what it has cost so far. */
  spend(run: object, costUsd: number): void;
  /** What is left; undefined without a limit. */
  readonly left: number | undefined;
  /** Aborted when the limit is passed. */
  readonly signal: AbortSignal;
}

/** Opens a budget. */
export function openBudget(limit: number | undefined): Budget {
  const costs = new Map<object, number>();
  const controller = new AbortController();
  const spent = (): number => [...costs.values()].reduce((sum, cost) => sum + cost, 0);
  return {
    limit,
    spend(run, costUsd) {
      costs.set(run, costUsd);
      if (limit !== undefined && spent() > limit) controller.abort();
    },
    get left() {
      return limit === undefined ? undefined : Math.max(0, limit - spent());
    },
    signal: controller.signal,
  };
}
