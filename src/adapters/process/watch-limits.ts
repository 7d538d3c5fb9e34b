import { statfs } from "node:fs/promises";
import type { ProcessEnding, RunLimits } from "./launch.ts";
import type { ProcessFamily } from "./process-family.ts";
import { ownMemoryOf } from "./process-table.ts";

interface LimitWatch {
  /** Settles when a limit is exceeded. */
  readonly over: Promise<ProcessEnding>;
  stop(): void;
}

/** What is measured. */
interface Measured {
  readonly family: ProcessFamily;
  readonly folder: string;
  readonly printed: () => number;
}

/** Between two looks at output and disk, which cost nothing. */
const SHORT_PAUSE = 50;
/** Between two looks at the processes, at most; less where a look is quick. In milliseconds. */
const LONGEST_PAUSE = 500;
const SHORTEST_PAUSE = 100;
/** A look may take this part of the time. */
const SHARE = 20;
const MEGABYTE = 1024 * 1024;

/** Watches what a program and everything it started use. Without limits it watches nothing. */
export function watchLimits(limits: RunLimits | undefined, measured: Measured): LimitWatch {
  let stopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const over = new Promise<ProcessEnding>((resolve) => {
    if (limits === undefined) return;
    const repeat = (find: () => Promise<string | undefined>, pause: (took: number) => number, first: number): void => {
      const check = async (): Promise<void> => {
        const begun = performance.now();
        const why = await find().catch(() => undefined);
        if (stopped) return;
        if (why !== undefined) return resolve({ kind: "limit", why });
        later(pause(performance.now() - begun));
      };
      const later = (delay: number): void => {
        const timer = setTimeout(() => (timers.delete(timer), void check()), delay);
        timers.add(timer);
      };
      later(first);
    };
    repeat(
      () => findFull(limits, measured),
      () => SHORT_PAUSE,
      SHORT_PAUSE,
    );
    repeat(
      () => findCrowded(limits, measured),
      (took) => Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, took * SHARE)),
      SHORTEST_PAUSE,
    );
  });
  return {
    over,
    stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

async function findFull(limits: RunLimits, { folder, printed }: Measured): Promise<string | undefined> {
  if (printed() > limits.output) return `it printed more than ${inMegabytes(limits.output)}`;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < limits.freeDisk ? "the disk is nearly full" : undefined;
}

async function findCrowded(limits: RunLimits, { family }: Measured): Promise<string | undefined> {
  const members = await family.living();
  if (members.length > limits.processes) return `it started more than ${limits.processes} processes`;
  const memory = members.reduce((sum, { pid }) => sum + (ownMemoryOf(pid) ?? 0), 0);
  return memory > limits.memory ? `it used more than ${inMegabytes(limits.memory)} of memory` : undefined;
}

const inMegabytes = (bytes: number): string => `${Math.round(bytes / MEGABYTE)} MB`;
