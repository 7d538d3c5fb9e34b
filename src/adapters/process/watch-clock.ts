import type { ProcessEnding, Watch } from "./launch.ts";

/** Decides when a run must be ended. */
export interface RunClock {
  /** Settles when a limit is reached or the signal fires. */
  readonly over: Promise<ProcessEnding>;
  /** Restarts the idle time. */
  touch(): void;
  /** While callbacks handle the output, the program does not count as idle. */
  busy<T>(work: () => Promise<T>): Promise<T>;
  stop(): void;
}

/** Watches the signal and both deadlines. */
export function watchClock({ signal, deadline, idle }: Watch): RunClock {
  let resolve!: (ending: ProcessEnding) => void;
  const over = new Promise<ProcessEnding>((settle) => (resolve = settle));
  const timers = new Set<NodeJS.Timeout>();
  let last = performance.now();
  let working = 0;
  const later = (delay: number, work: () => void): void => {
    // A longer delay would overflow the timer and fire at once.
    const timer = setTimeout(() => (timers.delete(timer), work()), Math.min(delay, MAX_DELAY));
    timers.add(timer);
  };
  // One timer that checks again: restarting a timer for each chunk would cost more than the chunk.
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
