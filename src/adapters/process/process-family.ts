import { holdingLimit, holdingVariable, listProcesses, readRow, type ProcessRow } from "./process-table.ts";
import { RUN_VARIABLE, type RunMark } from "./run-mark.ts";

/** A program and all that it started, also what moved to a group or session of its own. */
export interface ProcessFamily {
  /** The members that live now. */
  living(): Promise<readonly ProcessRow[]>;
  /** Sends a signal to the group and to each member outside it; says how many lived. */
  signal(name: "SIGTERM" | "SIGKILL"): Promise<number>;
}

/** The family of a group's leader, which lives and bears this mark. */
export function createFamily(leader: number, { variable, locks }: RunMark): ProcessFamily {
  const since = Number(readRow(leader)?.start ?? 0);
  /** Every member ever seen, by number, with its start. */
  const known = new Map<number, string>();
  const living = async (): Promise<readonly ProcessRow[]> => {
    const rows = (await listProcesses()).filter(({ pid }) => pid !== process.pid && pid !== 1);
    for (const { pid, start } of rows) {
      // The number was given to somebody else.
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

/** A group and a session bear the number of the process that made them, which no other gets while they last. */
function belongs({ pid, parent, group, session }: ProcessRow, ids: ReadonlySet<number>): boolean {
  return ids.has(pid) || ids.has(parent) || ids.has(group) || ids.has(session);
}

function send(pid: number, name: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has just ended by itself, or belongs to somebody else.
  }
}
