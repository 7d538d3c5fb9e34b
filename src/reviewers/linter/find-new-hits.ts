import type { ToolHit } from "#model/panel/tool-hit.ts";
import type { LocatedHit, LocatedHits } from "./locate-hits.ts";

/** The hits of the head that the base does not have. */
export interface NewHits {
  /** On lines that the change added. */
  readonly onChange: readonly LocatedHit[];
  /** In other lines, or without a line of the repository. The change may still be their cause. */
  readonly elsewhere: readonly ToolHit[];
  /** Those whose file was not found. Without a base nobody knows which of them are new. */
  readonly unplaced: readonly ToolHit[];
  /** How many of the head the base has, too. */
  readonly old: number;
}

/** The added lines of a file; empty for one that the change does not touch. */
export type AddedLines = (path: string) => ReadonlySet<number>;

/**
 * Compares what a tool says at the head with what it says at the base, by rule, message and the text of the line, wherever the
 * line stands now. If the head has more of the same, those on added lines are the new ones.
 */
export function findNewHits(head: LocatedHits, base: LocatedHits | undefined, addedLines: AddedLines): NewHits {
  const known = countKeys(base);
  const take = (key: string): boolean => {
    const count = known.get(key) ?? 0;
    known.set(key, count - 1);
    return count > 0;
  };
  const placed = distinct(head.placed);
  const [onChange, others] = [placed.filter(isAdded), placed.filter((one) => !isAdded(one))];
  // Unchanged lines first: what the base says there is theirs.
  const newOthers = others.filter((one) => !take(keyOf(one.hit, one.text)));
  const newUnplaced = head.elsewhere.filter((hit) => !take(keyOf(hit, "")));
  const fresh = onChange.filter((one) => !take(keyOf(one.hit, one.text)));
  const elsewhere =
    base === undefined ? [] : [...newOthers.map(({ hit, path }) => ({ ...hit, file: path })), ...newUnplaced];
  const all = onChange.length + others.length + head.elsewhere.length;
  return {
    onChange: fresh,
    elsewhere,
    unplaced: newUnplaced,
    old: base === undefined ? 0 : all - fresh.length - elsewhere.length,
  };

  function isAdded(one: LocatedHit): boolean {
    return isOnAddedLine(one, addedLines);
  }
}

/** Whether the change added a line of the hit. One without a line is about the whole file, and the change touches it. */
export function isOnAddedLine({ hit: { start, end }, path }: LocatedHit, addedLines: AddedLines): boolean {
  const added = addedLines(path);
  if (start === undefined) return added.size > 0;
  const last = end ?? start;
  if (last - start < added.size) {
    for (let line = start; line <= last; line += 1) if (added.has(line)) return true;
    return false;
  }
  for (const line of added) if (line >= start && line <= last) return true;
  return false;
}

function countKeys(base: LocatedHits | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { hit, text } of distinct(base?.placed ?? [])) add(keyOf(hit, text));
  for (const hit of base?.elsewhere ?? []) add(keyOf(hit, ""));
  return counts;
}

const keyOf = ({ tool, rule, message }: ToolHit, text: string): string => [tool, rule, message, text].join("\0");

/** Several gates may run one tool over the same files. */
function distinct(hits: readonly LocatedHit[]): LocatedHit[] {
  const seen = new Set<string>();
  return hits.filter(({ hit, path }) => {
    const key = [path, hit.start, hit.end, hit.tool, hit.rule, hit.message].join("\0");
    return !seen.has(key) && seen.add(key);
  });
}
