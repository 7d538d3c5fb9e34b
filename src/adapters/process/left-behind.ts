import { commandOf, nameOf, type ProcessRow } from "./process-table.ts";

/** A process that lives although the command that started it has ended. */
export interface Orphan {
  readonly pid: number;
  readonly start: string;
  readonly command: string;
}

/** The name of the sandbox's own process, which adopts the orphans inside. */
const ADOPTS = "bwrap";

/**
 * The members of a family whose parent has ended. Outside a sandbox their parent is no member; inside it is the sandbox's
 * first process, whose oldest child is the program itself.
 */
export async function findOrphans(members: readonly ProcessRow[], leader: number): Promise<readonly Orphan[]> {
  const ids = new Map(members.map((row) => [row.pid, row]));
  const oldest = new Map<number, ProcessRow>();
  for (const row of members) {
    const known = oldest.get(row.parent);
    if (known === undefined || isOlder(row, known)) oldest.set(row.parent, row);
  }
  const orphans = members.filter((row) => {
    if (row.pid === leader) return false;
    if (!ids.has(row.parent)) return true;
    return nameOf(row.parent) === ADOPTS && oldest.get(row.parent) !== row;
  });
  return describeProcesses(orphans);
}

/** Processes with their command lines. Those that ended meanwhile are left out. */
export async function describeProcesses(rows: readonly ProcessRow[]): Promise<readonly Orphan[]> {
  const found = await Promise.all(
    rows.map(async ({ pid, start }) => ({ pid, start, command: (await commandOf(pid)) ?? "" })),
  );
  return found.filter(({ command }) => command !== "");
}

const isOlder = (one: ProcessRow, other: ProcessRow): boolean =>
  Number(one.start) < Number(other.start) || (one.start === other.start && one.pid < other.pid);
