import type { DiffHunk } from "#model/change/change.ts";
import { normalise } from "./same-line.ts";

/** One side of a hunk: context and changed lines, in order. */
export interface HunkSide {
  readonly lines: readonly string[];
  /** The target of each line; undefined for context. */
  readonly targets: readonly (number | undefined)[];
}

/** The place of a line that occurs once. */
export interface Anchor {
  readonly hunk: number;
  readonly at: number;
}

/** Lines by which a hunk is recognized in plain text. */
export interface Anchors {
  block(hunk: number): HunkSide;
  /**
   * The place of this line in the hunks of a file, or of the whole change: only if it is distinctive and occurs once.
   */
  find(line: string, path: string | undefined): Anchor | undefined;
}

/** Computed lazily: most agents show line numbers, and then no anchor is needed. */
export function createAnchors(
  diffs: readonly DiffHunk[],
  targets: readonly (readonly (number | undefined)[])[],
): Anchors {
  const blocks = new Map<number, HunkSide>();
  const block = (hunk: number): HunkSide => {
    const known = blocks.get(hunk) ?? blockOf(diffs[hunk], targets[hunk] ?? []);
    blocks.set(hunk, known);
    return known;
  };
  const byPath = new Map<string | undefined, ReadonlyMap<string, Anchor | undefined>>();
  const anchorsIn = (path: string | undefined): ReadonlyMap<string, Anchor | undefined> => {
    const known = byPath.get(path) ?? collect(diffs, path, block);
    byPath.set(path, known);
    return known;
  };
  return { block, find: (line, path) => anchorsIn(path).get(line) };
}

function blockOf(diff: DiffHunk | undefined, targets: readonly (number | undefined)[]): HunkSide {
  const lines = diff?.lines ?? [];
  const left = lines.some(({ kind }) => kind === "added") ? "removed" : "added";
  const kept = lines.flatMap((line, at) => (line.kind === left ? [] : [{ line, target: targets[at] }]));
  return { lines: kept.map(({ line }) => normalise(line.text)), targets: kept.map(({ target }) => target) };
}

function collect(
  diffs: readonly DiffHunk[],
  path: string | undefined,
  block: (hunk: number) => HunkSide,
): ReadonlyMap<string, Anchor | undefined> {
  const found = new Map<string, Anchor | undefined>();
  for (const [hunk, diff] of diffs.entries()) {
    if (path !== undefined && diff.path !== path) continue;
    for (const [at, line] of block(hunk).lines.entries()) {
      if (isDistinctive(line)) found.set(line, found.has(line) ? undefined : { hunk, at });
    }
  }
  return found;
}

/** Shorter lines are not distinctive. */
export const MIN_ANCHOR_LENGTH = 8;

/** Brackets, `else`, `return;` and the like occur everywhere. */
function isDistinctive(line: string): boolean {
  return line.length >= MIN_ANCHOR_LENGTH && (line.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 6;
}
