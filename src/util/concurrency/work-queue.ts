/** Runs work that arrives over time, at most so many at once, in the order of arrival. */
export interface WorkQueue {
  add(work: () => Promise<void>): void;
  /** Resolves when nothing is running or waiting. Rejects with the first error of any work. */
  idle(): Promise<void>;
}

/** Creates a queue that runs at most `limit` pieces of work at once. */
export function createWorkQueue(limit: number): WorkQueue {
  const waiting: (() => Promise<void>)[] = [];
  const running = new Set<Promise<void>>();
  const errors: unknown[] = [];
  const next = (): void => {
    while (running.size < limit) {
      const work = waiting.shift();
      if (work === undefined) return;
      const run: Promise<void> = work()
        .catch((error: unknown) => void errors.push(error))
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
      if (errors.length > 0) throw errors[0];
    },
  };
}

/** Like `Promise.allSettled`, with at most `limit` running at once. */
export async function settleWithLimit<T>(
  work: readonly (() => Promise<T>)[],
  limit: number,
): Promise<PromiseSettledResult<T>[]> {
  const results: PromiseSettledResult<T>[] = [];
  const queue = createWorkQueue(limit);
  for (const [at, one] of work.entries()) {
    queue.add(async () => {
      const [result] = await Promise.allSettled([one()]);
      results[at] = result;
    });
  }
  await queue.idle();
  return results;
}
