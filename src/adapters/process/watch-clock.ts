import { Deferred } from "./deferred.ts";
import type { ProcessEnding, Watch } from "./launch.ts";

/** Says when a run has to be ended from outside. */
export interface RunClock {
  /** Settles when it is time; never, when nothing is limited. */
  readonly over: Promise<ProcessEnding>;
  /** A sign of life. */
  touch(): void;
  /** While somebody works on what the program said, its silence is ours. */
  busy<T>(work: () => Promise<T>): Promise<T>;
  stop(): void;
}

/** Watches the signal and both deadlines. */
export function watchClock({ signal, deadline, idle }: Watch): RunClock {
  const { promise: over, resolve } = new Deferred<ProcessEnding>();
  const timers = new Set<NodeJS.Timeout>();
  let last = performance.now();
  let working = 0;
  const later = (delay: number, work: () => void): void => {
    // Longer ones would overflow the timer and fire at once.
    const timer = setTimeout(() => (timers.delete(timer), work()), Math.min(delay, MAX_DELAY));
    timers.add(timer);
  };
  // One timer that looks again when it was too early: re-arming it for each chunk would cost more than the chunk.
  const checkIdle = (limit: number): void => {
    const silent = working > 0 ? 0 : performance.now() - last;
    if (silent >= limit) resolve({ kind: "idle", after: limit });
    else later(Math.max(1, limit - silent), () => checkIdle(limit));
  };
  const onAbort = (): void => resolve({ kind: "aborted", reason: signal?.reason });
  if (deadline !== undefined) later(deadline, () => resolve({ kind: "deadline", after: deadline }));
  if (idle !== undefined) later(idle, () => checkIdle(idle));
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  const touch = (): void => void (last = performance.now());
  return {
    over,
    touch,
    async busy(work) {
      working += 1;
      try {
        return await work();
      } finally {
        working -= 1;
        touch();
      }
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    },
  };
}

const MAX_DELAY = 2 ** 31 - 1;
