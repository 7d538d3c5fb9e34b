import type { ChangeIndex } from "#model/change/change-index.ts";
import type { FileDiff } from "#model/change/change.ts";
import type { GroundingSource } from "./grounding-source.ts";

/** A source based on the index of a change. Files are read and split once. */
export function sourceFromIndex(index: ChangeIndex): GroundingSource {
  const diffs = new Map(index.change.diffs.map((diff) => [diff.file.path, diff]));
  const files = index.change.scope.files;
  const endings = lazyEndings(index.head.tree.files);
  const changedPaths = files.filter(({ change }) => change !== "deleted").map(({ path }) => path);
  // Links and submodules are not files of the tree, but part of the change.
  const paths = new Set([...index.head.tree.files.map(({ path }) => path), ...changedPaths]);
  const head = lineReader(async (path) => linkTarget(diffs.get(path)) ?? index.head.tree.read(path));
  const base = lineReader(async (path) => diffs.get(path)?.file.link?.old ?? index.base.tree.read(path));
  const oldNames = new Map(files.map(({ path, oldPath }) => [path, oldPath ?? path]));
  return {
    commit: index.head.tree.commit,
    changedPaths,
    removedPaths: removedPaths(files, paths),
    resolvePath: async (path) => (paths.has(path) ? path : endings(path)),
    readLines: head,
    readBaseLines: (path) => base(oldNames.get(path) ?? path),
    isVerbatim: async (path) => (await index.head.tree.read(path))?.includes("\r") === false,
    addedLines: (path) => index.addedLines(path),
    removedLines: (path) => removedLines(diffs.get(path)),
    linesBesideRemoved: (path) => linesBesideRemoved(diffs.get(path)),
    index: index.head,
  };
}

type Files = ChangeIndex["change"]["scope"]["files"];

function removedPaths(files: Files, present: ReadonlySet<string>): Map<string, string | undefined> {
  const removed = new Map<string, string | undefined>();
  for (const { path, oldPath, change } of files) {
    if (change === "deleted") removed.set(path, undefined);
    else if (change === "renamed" && oldPath !== undefined && !present.has(oldPath)) removed.set(oldPath, path);
  }
  return removed;
}

/** Files by their last path segment, so that a bare name is found without scanning the tree. */
function lazyEndings(files: ChangeIndex["head"]["tree"]["files"]): (path: string) => string | undefined {
  let byName: Map<string, string[]> | undefined;
  return (path) => {
    byName ??= groupByName(files);
    const ending = `/${path}`;
    const found = (byName.get(nameOf(path)) ?? []).filter((candidate) => candidate.endsWith(ending));
    return found.length === 1 ? found[0] : undefined;
  };
}

function groupByName(files: ChangeIndex["head"]["tree"]["files"]): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const { path } of files) {
    const list = byName.get(nameOf(path));
    if (list === undefined) byName.set(nameOf(path), [path]);
    else list.push(path);
  }
  return byName;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function lineReader(read: (path: string) => Promise<string | undefined>) {
  const known = new Map<string, Promise<readonly string[] | undefined>>();
  return (path: string): Promise<readonly string[] | undefined> => {
    const lines = known.get(path) ?? read(path).then(splitLines);
    known.set(path, lines);
    return lines;
  };
}

/** The current target of a changed symbolic link: its only text. */
function linkTarget(diff: FileDiff | undefined): string | undefined {
  if (diff?.file.link?.new === undefined) return undefined;
  const lines = diff.hunks.flatMap((hunk) => hunk.lines);
  return lines.flatMap(({ text, new: line }) => (line === undefined ? [] : [text])).join("\n");
}

function splitLines(text: string | undefined): readonly string[] | undefined {
  const lines = text?.split(/\r?\n/);
  if (lines?.at(-1) === "") lines.pop();
  return lines;
}

function removedLines(diff: FileDiff | undefined): ReadonlySet<number> {
  const lines = (diff?.hunks ?? []).flatMap((hunk) => hunk.lines);
  return new Set(lines.flatMap(({ kind, old }) => (kind === "removed" && old !== undefined ? [old] : [])));
}

/** The lines before and after each removal without a replacement. */
function linesBesideRemoved(diff: FileDiff | undefined): ReadonlySet<number> {
  const beside = new Set<number>();
  for (const { lines, newStart } of diff?.hunks ?? []) {
    let last = Math.max(0, newStart - 1);
    for (const [at, line] of lines.entries()) {
      if (line.kind !== "removed") last = line.new ?? last;
      else if (lines[at + 1]?.kind !== "removed") for (const near of [last, last + 1]) beside.add(near);
    }
  }
  beside.delete(0);
  return beside;
}
