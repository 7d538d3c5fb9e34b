import picomatch from "picomatch";
import type { Change } from "#model/change/change.ts";
import { inBothNames } from "#model/change/scope.ts";

/**
 * The change without the lines of files that the configuration ignores; they stay listed, with the reason. A file that the
 * change moves there is read: it was not ignored before.
 */
export function ignoreFiles(change: Change, globs: readonly string[]): Change {
  if (globs.length === 0) return change;
  const matches = picomatch([...globs], { dot: true });
  const isIn = inBothNames(change.scope.files);
  const isIgnored = (path: string): boolean => isIn(path, (name) => matches(name));
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
