import { holdingLimit, holdingVariable, listProcesses, readRow, type ProcessRow, limitOf } from "./process-table.ts";
import { describeProcesses } from "./left-behind.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { randomBytes } from "node:crypto";

/** A program and all its descendants, including those that moved to another group or session. */
export interface ProcessFamily {
  /** The members that are alive. */
  living(): Promise<readonly ProcessRow[]>;
  /** Sends a signal to the group and to each member outside it. Returns how many were alive. */
  signal(name: "SIGTERM" | "SIGKILL"): Promise<number>;
}

/** The family of a living group leader that carries this mark. */
export function createFamily(leader: number, { variable, locks }: RunMark): ProcessFamily {
  const since = Number(readRow(leader)?.start ?? 0);
  /** The start time of every member ever seen, by pid. */
  const known = new Map<number, string>();
  const living = async (): Promise<readonly ProcessRow[]> => {
    const rows = (await listProcesses()).filter(({ pid }) => pid !== process.pid && pid !== 1);
    for (const { pid, start } of rows) {
      // The pid now belongs to another process.
      if (known.has(pid) && known.get(pid) !== start) known.delete(pid);
    }
    const younger = rows.filter(({ start }) => Number(start) >= since);
    const members = new Set([
      ...holdingVariable(younger, RUN_VARIABLE, variable),
      ...(locks === "" ? [] : holdingLimit(younger, locks)),
    ]);
    for (let grew = true; grew;) {
      for (const { pid, start } of members) known.set(pid, start);
      const ids = new Set([leader, ...known.keys()]);
      const before = members.size;
      for (const row of rows) if (belongs(row, ids)) members.add(row);
      grew = members.size > before;
    }
    return [...members];
  };
  return {
    living,
    async signal(name) {
      const members = await living();
      if (members.some(({ group }) => group === leader)) send(-leader, name);
      for (const { pid, group } of members) if (group !== leader) send(pid, name);
      return members.length;
    },
  };
}

/** A group and a session have the pid of the process that created them, which is not reused while they exist. */
function belongs({ pid, parent, group, session }: ProcessRow, ids: ReadonlySet<number>): boolean {
  return ids.has(pid) || ids.has(parent) || ids.has(group) || ids.has(session);
}

function send(pid: number, name: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has just ended, or belongs to another user.
  }
}

/** A process that survives a kill for this long is stuck in the kernel, where no signal reaches it. */
const MAX_DYING = 5000;
const MAX_STEP_LENGTH = 40;

/**
 * Ends a family: waits for `patience`, sends SIGTERM, and SIGKILL after `grace`; all in milliseconds. Returns how many
 * processes had to be killed, how many are still alive, and the command lines of those that did not end by themselves.
 */
export async function endFamily(
  family: ProcessFamily,
  { grace, patience }: { grace: number; patience: number },
): Promise<{ readonly outlived: readonly string[]; readonly killed: number; readonly left: number }> {
  if (await isGone(family, patience)) return { outlived: [], killed: 0, left: 0 };
  const outlived = (await describeProcesses(await family.living())).map(({ command }) => command);
  await family.signal("SIGTERM");
  if (await isGone(family, grace)) return { outlived, killed: 0, left: 0 };
  const killed = await family.signal("SIGKILL");
  const until = performance.now() + MAX_DYING;
  while (!(await isGone(family, MAX_STEP_LENGTH))) {
    // Kill again: a member may have started another process in the meantime.
    await family.signal("SIGKILL");
    if (performance.now() > until) return { outlived, killed, left: (await family.living()).length };
  }
  return { outlived, killed, left: 0 };
}

async function isGone(family: ProcessFamily, within: number): Promise<boolean> {
  const until = performance.now() + within;
  for (let step = 2; ; step = Math.min(step * 2, MAX_STEP_LENGTH)) {
    if ((await family.living()).length === 0) return true;
    const rest = until - performance.now();
    if (rest <= 0) return false;
    await sleep(Math.min(step, rest));
  }
}

/** The variable that everything started by one run inherits. */
export const RUN_VARIABLE = "DEEP_REVIEW_RUN";

/** What all processes of one run inherit, so that one that left its group, session and parents can be found. */
export interface RunMark {
  readonly variable: string;
  /**
   * A limit on file locks that is unique to this run. Linux stores it but no longer enforces it. Unlike the variable, it
   * stays with a process that clears its environment. Empty if the system has no such limit.
   */
  readonly locks: string;
}

/** A mark that no other run has. */
export function makeRunMark(): RunMark {
  return { variable: randomBytes(12).toString("hex"), locks: chooseLocks(limitOf("self")) };
}

const RANDOM_BYTES = 5;
const SMALLEST = 2n ** 48n;

/** Chooses a limit below our own, because a limit can only be lowered. Our own may be the mark of an outer run. */
function chooseLocks(own: string | undefined): string {
  if (own === undefined) return "";
  const max = own === "unlimited" ? 2n ** 62n : BigInt(own);
  return max < SMALLEST ? "" : String(max - 1n - BigInt(`0x${randomBytes(RANDOM_BYTES).toString("hex")}`));
}
