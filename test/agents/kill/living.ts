import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A process that belongs to a room. */
export interface Living {
  readonly pid: number;
  readonly program: string;
  readonly command: string;
  /** What marks the run that it belongs to. */
  readonly mark: string | undefined;
}

/**
 * The processes of a room: by their environment, command, working directory, root or program. Guards have nothing of it
 * but the mark of the run that they watch, so marks that were seen before are looked for too.
 */
export function livingIn(folder: string, marks: readonly string[] = []): Living[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const command = read(`/proc/${name}/cmdline`).replaceAll("\0", " ").trim();
      const environment = read(`/proc/${name}/environ`);
      const places = ["cwd", "root", "exe"].map((link) => target(`/proc/${name}/${link}`));
      const isHere = [environment, command, ...places].some((text) => text.includes(folder));
      const isMarked = marks.some((mark) => command.includes(mark) || environment.includes(mark));
      const mark = /DEEP_REVIEW_RUN=([0-9a-f]+)/.exec(environment)?.[1];
      if (command === "" || !(isHere || isMarked)) return [];
      return [{ pid: Number(name), program: places[2] ?? "", command, mark }];
    });
}

/** The marks of all runs in a room. */
export function marksIn(folder: string): string[] {
  return [...new Set(livingIn(folder).flatMap(({ mark }) => mark ?? []))];
}

/** What still lives when those that are about to go have had their time. */
export async function leftIn(folder: string, marks: readonly string[]): Promise<string[]> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const left = livingIn(folder, marks).map(({ pid, command }) => `${pid} ${command}`);
    if (left.length === 0 || Date.now() > until) return left;
    await sleep(50);
  }
}

/** A busy machine takes its time. */
const PATIENCE_MS = 30_000;

/** Empty for what is not there any more or not ours to read. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function target(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
