import picomatch from "picomatch";
import type { ChangeIndex } from "#model/change/change-index.ts";
import type { ClassifyFile } from "#model/change/reading-policy.ts";
import type { Change } from "#model/change/change.ts";
import { inBothNames } from "#model/change/scope.ts";
import { classifyFile } from "#steps/resolve-scope/classify-file.ts";

/** Classifies files if the configuration ignores some. A file that is moved out of the ignored ones is read whole. */
export function createClassifier(globs: readonly string[]): ClassifyFile {
  if (globs.length === 0) return classifyFile;
  const matches = picomatch([...globs], { dot: true });
  return (traits) => {
    const { path, before } = traits;
    return before !== undefined && matches(before.path) && !matches(path) ? { isWhole: true } : classifyFile(traits);
  };
}

/** What commits wrote and replaced again, without ignored files. */
export function ignorePassing(passing: ChangeIndex["passing"], globs: readonly string[]): ChangeIndex["passing"] {
  if (passing === undefined || globs.length === 0) return passing;
  const matches = picomatch([...globs], { dot: true });
  return async () => {
    const { versions, ...rest } = await passing();
    return { ...rest, versions: versions.filter(({ path }) => !matches(path)) };
  };
}

/**
 * The change without the lines of ignored files. They stay listed, with the reason. A file that is moved to an ignored place
 * is not ignored, because it was read before.
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
  const byPath = new Map(files.map((file) => [file.path, file]));
  return {
    ...change,
    scope: { ...change.scope, files, hunks: change.scope.hunks.filter(({ path }) => !isIgnored(path)) },
    diffs: change.diffs.map((diff) => {
      const file = byPath.get(diff.file.path) ?? diff.file;
      return isIgnored(diff.file.path) ? { file, hunks: [] } : { ...diff, file };
    }),
  };
}
