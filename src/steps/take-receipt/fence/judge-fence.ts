import { type Fence, type FenceEntry, joinFences } from "#model/panel/fence.ts";
import { oneLine, truncate } from "#util/words.ts";

/** What was seen of one run of a reviewer. */
export interface FenceObservations {
  /** Every path of its desk that differs, from the desk's folder: `code/src/a.ts`, `code/.git/HEAD`. */
  readonly desk: readonly DeskChange[];
  /** How many more differ, or were tried. */
  readonly more: number;
  /** Files from the desk's folder that it read, and how they were then. */
  readonly read: ReadonlyMap<string, Seen>;
  /** Commands that were to reach another machine. */
  readonly network: readonly NetworkTry[];
  /** What it was to download and run. */
  readonly programs: readonly ProgramTry[];
  /** Commands that were to make a working tree or a branch, and failed. What was made is seen at the desk. */
  readonly failed: readonly { readonly what: "worktree" | "branch"; readonly command: string }[];
  /** Command lines of what still ran when it had ended, or when the command that started it had. */
  readonly processes: readonly string[];
  /** Files elsewhere that it named and that were written meanwhile. */
  readonly outside: readonly string[];
  /** What could not be looked at, a phrase each. */
  readonly unknown: readonly string[];
}

/** How a file was when a reviewer read it. `unknown`: the command that read it also changed it. */
export type Seen = "as-given" | "changed" | "unknown";

export interface DeskChange {
  readonly path: string;
  readonly what: "added" | "removed" | "changed";
  readonly isFolder: boolean;
}

export interface ProgramTry {
  readonly name: string;
  readonly end: "ran" | "failed";
}

export interface NetworkTry {
  readonly command: string;
  /** `refused`: its own rules or the sandbox did not let it. `failed`: the call failed, whatever the reason. */
  readonly end: "ran" | "failed" | "refused";
}

/** Judges what was seen of a run. Everything that lies at the desk is thrown away with it. */
export function judgeFence(seen: FenceObservations): Fence {
  const entries = [
    ...deskEntries(seen),
    ...seen.failed.map(({ what, command }): FenceEntry => ({
      what,
      detail: `${short(command)} (tried, the call failed)`,
      restored: true,
    })),
    ...seen.outside.map((path): FenceEntry => ({ what: "outside-file", detail: short(path), restored: false })),
    ...seen.processes.map((command): FenceEntry => ({ what: "process", detail: short(command), restored: true })),
    ...seen.network.map(networkEntry),
    ...seen.programs.map(programEntry),
  ];
  const fence = joinFences([{ entries, ...(seen.unknown.length > 0 && { unknown: seen.unknown }) }]) ?? { entries: [] };
  const more = (fence.more ?? 0) + seen.more;
  return { ...fence, ...(more > 0 && { more }) };
}

function programEntry({ name, end }: ProgramTry): FenceEntry {
  const detail = end === "ran" ? `${short(name)}, downloaded and run` : `${short(name)} (tried, the call failed)`;
  return { what: "program-downloaded", detail, restored: false };
}

function networkEntry({ command, end }: NetworkTry): FenceEntry {
  const how = { ran: "ran", failed: "tried, the call failed", refused: "refused" }[end];
  return { what: "network", detail: `${short(command)} (${how})`, restored: end === "refused" };
}

function deskEntries({ desk, read }: FenceObservations): FenceEntry[] {
  const entries = desk.map((change) => gitEntry(change) ?? fileEntry(change, read));
  return [...new Map(entries.map((entry) => [`${entry.what} ${entry.detail} ${entry.path ?? ""}`, entry])).values()];
}

function fileEntry({ path, what, isFolder }: DeskChange, read: FenceObservations["read"]): FenceEntry {
  // Something in it came and went, or its mode was changed.
  if (isFolder && what === "changed")
    return { what: "outside-file", detail: `in ${short(path)} (gone again)`, restored: true };
  const inCode = /^code\/(.+)$/s.exec(path)?.[1];
  if (inCode === undefined) return { what: "outside-file", detail: `${short(path)} (${what})`, restored: true };
  if (what === "added" || isFolder)
    return { what: "outside-file", detail: `${short(inCode)} in the code (${what})`, restored: true };
  const reading = READINGS[read.get(path) ?? "unknown"];
  return { what: "tracked-file", detail: `${short(inCode)} (${what})`, path: inCode, restored: true, ...reading };
}

const READINGS: Readonly<Record<Seen, Pick<FenceEntry, "reading">>> = {
  changed: { reading: "before" },
  "as-given": { reading: "after" },
  unknown: {},
};

/** What a change inside a git folder means. Undefined: it is a file of the code. */
function gitEntry({ path, what }: DeskChange): FenceEntry | undefined {
  const inside = /^code\/(?:.*\/)?\.git(?:\/(.*))?$/s.exec(path);
  if (inside === null) return undefined;
  const name = inside[1] ?? "";
  const worktree = /^worktrees(?:\/([^/]+))?/.exec(name);
  if (worktree !== null) return made("worktree", `worktree ${short(worktree[1] ?? "")}`.trim());
  const branch = /^(?:refs|logs\/refs)\/heads\/(.+)$/s.exec(name);
  if (branch !== null) return made("branch", `branch ${short(branch[1] ?? "")}`);
  if (/^(?:HEAD|ORIG_HEAD|FETCH_HEAD|packed-refs|logs|logs\/HEAD|refs|refs\/.*)$/s.test(name))
    return made("branch", `${short(name)} of its copy (${what})`);
  const part = name.split("/")[0] ?? "";
  return { what: "outside-file", detail: `.git/${short(part)} of its copy (changed)`, restored: true };
}

const made = (what: "worktree" | "branch", detail: string): FenceEntry => ({ what, detail, restored: true });

const MAX_LENGTH = 200;
const short = (text: string): string => truncate(oneLine(text), MAX_LENGTH);
