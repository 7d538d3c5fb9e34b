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

const PAUSE = 500;
const MEGABYTE = 1024 * 1024;

/** Watches what a program and everything it started use. Without limits it watches nothing. */
export function watchLimits(limits: RunLimits | undefined, measured: Measured): LimitWatch {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<ProcessEnding>((resolve) => {
    if (limits === undefined) return;
    const check = async (): Promise<void> => {
      const why = await findExceeded(limits, measured).catch(() => undefined);
      if (stopped) return;
      if (why !== undefined) return resolve({ kind: "limit", why });
      timer = setTimeout(() => void check(), PAUSE);
    };
    timer = setTimeout(() => void check(), PAUSE);
  });
  return {
    over,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

async function findExceeded(limits: RunLimits, { family, folder, printed }: Measured): Promise<string | undefined> {
  if (printed() > limits.output) return `it printed more than ${inMegabytes(limits.output)}`;
  const members = await family.living();
  if (members.length > limits.processes) return `it started more than ${limits.processes} processes`;
  const memory = members.reduce((sum, { pid }) => sum + (ownMemoryOf(pid) ?? 0), 0);
  if (memory > limits.memory) return `it used more than ${inMegabytes(limits.memory)} of memory`;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < limits.freeDisk ? "the disk is nearly full" : undefined;
}

const inMegabytes = (bytes: number): string => `${Math.round(bytes / MEGABYTE)} MB`;
