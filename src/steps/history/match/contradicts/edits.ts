import type { Finding } from "#model/finding.ts";

/** What a proposed diff changes, as lines without white space. A line that only moves is in neither. */
export interface Edits {
  readonly added: ReadonlyMap<string, string>;
  readonly removed: ReadonlyMap<string, string>;
}

const MAX_DIFF = 20_000;
/** Shorter lines, such as a closing bracket, are in every diff. */
const MIN_LINE = 10;

/** The lines that a finding's diffs add and remove, each with its text as written. */
export function editsOf({ fix }: Pick<Finding, "fix">): Edits {
  const added = new Map<string, string>();
  const removed = new Map<string, string>();
  for (const diff of fix?.diffs ?? []) {
    for (const line of diff.slice(0, MAX_DIFF).split("\n")) {
      if (/^(?:\+\+\+|---)/.test(line)) continue;
      const side = line.startsWith("+") ? added : line.startsWith("-") ? removed : undefined;
      const plain = line.slice(1).replaceAll(/\s+/g, "");
      if (plain.length >= MIN_LINE) side?.set(plain, line.slice(1).trim());
    }
  }
  for (const line of added.keys()) if (removed.delete(line)) added.delete(line);
  return { added, removed };
}

/**
 * A line by which one diff reverts the other: it removes what the other added and adds what the other removed; or one
 * only adds and the other only removes the same lines. Changing the same lines again is not undoing.
 */
export function undoes(one: Edits, other: Edits): string | undefined {
  const gone = commonLine(one.removed, other.added);
  const back = commonLine(one.added, other.removed);
  if (gone !== undefined && back !== undefined) return gone;
  const isPure = (some: Edits, side: "added" | "removed"): boolean =>
    some[side].size > 0 && some[side === "added" ? "removed" : "added"].size === 0;
  if (isPure(one, "removed") && isPure(other, "added") && containsCommit(other.added, one.removed)) return gone;
  if (isPure(one, "added") && isPure(other, "removed") && containsCommit(other.removed, one.added)) return back;
  return undefined;
}

function commonLine(some: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): string | undefined {
  for (const [plain, text] of some) if (others.has(plain)) return text.slice(0, 120);
  return undefined;
}

const containsCommit = (all: ReadonlyMap<string, string>, part: ReadonlyMap<string, string>): boolean =>
  [...part.keys()].every((line) => all.has(line));
