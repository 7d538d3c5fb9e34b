import type { Change, DiffHunk } from "#model/change/change.ts";
import type { Hunk } from "#model/change/scope.ts";
import { createAnchors, type Anchors } from "./output/anchors.ts";

/** The changed lines of one file that must have been shown, by line number. Values are indexes of targets. */
export interface FileTargets {
  readonly added: ReadonlyMap<number, number>;
  /** Only for hunks that only remove lines. */
  readonly removed: ReadonlyMap<number, number>;
}

/**
 * The lines of a change that a reader must have seen, indexed. A target is one such line: an added one, or a removed
 * one if a hunk only removes. Built once per round and shared by all trackers.
 */
export interface HunkIndex {
  readonly hunks: readonly Hunk[];
  /** The hunks with their lines, in the same order. */
  readonly diffs: readonly DiffHunk[];
  /** Text and hunk of each target. */
  readonly texts: readonly string[];
  readonly hunkOf: readonly number[];
  /** For each hunk the target of each of its lines; undefined if the line need not be seen. */
  readonly targets: readonly (readonly (number | undefined)[])[];
  readonly files: ReadonlyMap<string, FileTargets>;
  /** The last path segments of the files. */
  readonly fileNames: ReadonlySet<string>;
  readonly anchors: Anchors;
}

/** Indexes the hunks of a change, cached per change: all trackers share it. */
export function indexHunks(change: Change): HunkIndex {
  const index = indexes.get(change) ?? createIndex(change);
  indexes.set(change, index);
  return index;
}

const indexes = new WeakMap<Change, HunkIndex>();

function createIndex(change: Change): HunkIndex {
  const known = new Map(change.diffs.flatMap(({ hunks }) => hunks.map((hunk) => [hunkKey(hunk), hunk] as const)));
  const diffs = change.scope.hunks.map((hunk): DiffHunk => known.get(hunkKey(hunk)) ?? { ...hunk, lines: [] });
  const texts: string[] = [];
  const hunkOf: number[] = [];
  const targets: (number | undefined)[][] = [];
  const files = new Map<string, { added: Map<number, number>; removed: Map<number, number> }>();
  for (const [at, { path, lines }] of diffs.entries()) {
    const file = files.get(path) ?? { added: new Map<number, number>(), removed: new Map<number, number>() };
    files.set(path, file);
    const kind = lines.some((line) => line.kind === "added") ? "added" : "removed";
    targets.push(
      lines.map((line) => {
        if (line.kind !== kind) return undefined;
        const target = texts.push(line.text) - 1;
        hunkOf.push(at);
        file[kind].set((kind === "added" ? line.new : line.old) ?? 0, target);
        return target;
      }),
    );
  }
  const fileNames = new Set([...files.keys()].map((path) => path.slice(path.lastIndexOf("/") + 1)));
  return {
    hunks: change.scope.hunks,
    diffs,
    texts,
    hunkOf,
    targets,
    files,
    fileNames,
    anchors: createAnchors(diffs, targets),
  };
}

/** The key of a hunk within its change. */
export function hunkKey({ path, oldStart, oldLines, newStart, newLines }: Hunk): string {
  return `${oldStart},${oldLines} ${newStart},${newLines} ${path}`;
}
