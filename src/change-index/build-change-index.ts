import type { ChangeIndex } from "#model/change/change-index.ts";
import type { Change, Tree } from "#model/change/change.ts";
import { isRead } from "#model/change/scope.ts";
import { createCoChanges, type LoggedCommit } from "./co-changes.ts";
import { createDefinitionFinder } from "./definitions/definition-finder.ts";
import { memoryCache, type FactsCache } from "./facts-cache.ts";
import { FileReadings } from "./file-readings.ts";
import { createSideIndex } from "./side-index.ts";

interface IndexInput {
  readonly change: Change;
  readonly base: Tree;
  readonly head: Tree;
  /** Commits before the change with their files, latest first. */
  readonly log: () => Promise<readonly LoggedCommit[]>;
  readonly passing?: ChangeIndex["passing"];
  readonly cache?: FactsCache;
  readonly signal?: AbortSignal;
}

/** Indexes both sides of a change. It reads lazily; after an abort, lookups reject. */
export function buildChangeIndex(input: IndexInput): ChangeIndex {
  const { change, base, head, log, passing, cache = memoryCache(), signal } = input;
  const read = change.scope.files.filter(isRead);
  const reviewed = new Set(read.map(({ path }) => path));
  const changed = new Set(read.flatMap(({ path, oldPath = path }) => [path, oldPath]));
  const readings = new FileReadings(cache, createDefinitionFinder(), { reviewed, changed });
  const added = new Map<string, ReadonlySet<number>>();
  for (const { file, hunks } of change.diffs) added.set(file.path, addedIn(hunks));
  const oldNames = new Map(
    change.scope.files.flatMap(({ path, oldPath }) => (oldPath === undefined ? [] : [[path, oldPath]])),
  );
  return {
    change,
    base: createSideIndex(base, readings, signal),
    head: createSideIndex(head, readings, signal),
    addedLines: (path) => added.get(path) ?? NO_LINES,
    passing,
    coChanges: createCoChanges(log, oldNames),
  };
}

const NO_LINES: ReadonlySet<number> = new Set();

function addedIn(hunks: Change["diffs"][number]["hunks"]): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const hunk of hunks) {
    for (const { kind, new: line } of hunk.lines) if (kind === "added" && line !== undefined) lines.add(line);
  }
  return lines;
}
