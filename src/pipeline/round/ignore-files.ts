import picomatch from "picomatch";
import type { ClassifyFile } from "#adapters/git/diff/judge-file.ts";
import type { Change } from "#model/change/change.ts";
import { classifyFile } from "#steps/resolve-scope/classify-file.ts";

/** How files are read where the configuration ignores some: one that leaves the ignored ones is read whole. */
export function classifyBeside(globs: readonly string[]): ClassifyFile {
  if (globs.length === 0) return classifyFile;
  const matches = picomatch([...globs], { dot: true });
  return (traits) => {
    const { path, before } = traits;
    return before !== undefined && matches(before.path) && !matches(path) ? { isWhole: true } : classifyFile(traits);
  };
}

/**
 * The change without the lines of files that the configuration ignores; they stay listed, with the reason. A file that moves
 * among the ignored ones is not ignored: it left those that are read.
 */
export function ignoreFiles(change: Change, globs: readonly string[]): Change {
  if (globs.length === 0) return change;
  const matches = picomatch([...globs], { dot: true });
  const movedIn = new Set(
    change.scope.files.flatMap(({ path, oldPath }) => (oldPath === undefined || matches(oldPath) ? [] : [path])),
  );
  const isIgnored = (path: string): boolean => matches(path) && !movedIn.has(path);
  const files = change.scope.files.map(({ unread, ...file }) => {
    if (isIgnored(file.path)) return { ...file, listed: file.listed ?? "ignored by the configuration" };
    return unread === undefined ? file : { ...file, unread };
  });
  return {
    ...change,
    scope: { ...change.scope, files, hunks: change.scope.hunks.filter(({ path }) => !isIgnored(path)) },
    diffs: change.diffs.map((diff) => {
      const file = files.find(({ path }) => path === diff.file.path) ?? diff.file;
      return isIgnored(diff.file.path) ? { file, hunks: [] } : { ...diff, file };
    }),
  };
}
