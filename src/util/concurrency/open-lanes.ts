/** Work that is done so much of it at once, the rest in its turn. */
export interface Lanes {
  add(work: () => Promise<void>): void;
  /** When nothing runs and nothing waits. Throws what work has thrown first. */
  idle(): Promise<void>;
}

/** Opens lanes for work that comes one by one. */
export function openLanes(atOnce: number): Lanes {
  const waiting: (() => Promise<void>)[] = [];
  const running = new Set<Promise<void>>();
  const faults: unknown[] = [];
  const next = (): void => {
    while (running.size < atOnce) {
      const work = waiting.shift();
      if (work === undefined) return;
      const run: Promise<void> = work()
        .catch((error: unknown) => void faults.push(error))
        .finally(() => {
          running.delete(run);
          next();
        });
      running.add(run);
    }
  };
  return {
    add(work) {
      waiting.push(work);
      next();
    },
    async idle() {
      while (running.size > 0) await Promise.race(running);
      if (faults.length > 0) throw faults[0];
    },
  };
}
