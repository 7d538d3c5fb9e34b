import fc from "fast-check";
import type { Change, DiffHunk, DiffLine, FileDiff } from "#model/change/change.ts";

/** A line of any content, now and then a very long one, with any ending. */
const lineText = fc.oneof(
  { weight: 20, arbitrary: fc.string({ maxLength: 60 }).map((text) => text.replaceAll(/[\r\n]/g, " ")) },
  { weight: 3, arbitrary: fc.constantFrom(">quoted", "@@ -1 +1 @@", "--- a/x", "+++ b/x", "\\ No newline", "") },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1890, max: 9000 }).map((length) => "é🎉x".repeat(length).slice(0, length)),
  },
);

const line = fc.record(
  {
    kind: fc.constantFrom("context" as const, "added" as const, "removed" as const),
    text: lineText,
    cr: fc.constant(true as const),
    open: fc.constant(true as const),
  },
  { requiredKeys: ["kind", "text"] },
);

const role = fc.constantFrom("src", "test", "docs", "config", "data");
const path = fc
  .tuple(role, fc.stringMatching(/^[a-f]{1,3}$/), fc.stringMatching(/^[a-h]{4,6}$/))
  .map((p) => p.join("/"));

/** An invented change: some files with some hunks. */
export const arbitraryChange: fc.Arbitrary<Change> = fc
  .uniqueArray(fc.tuple(path, fc.array(fc.array(line, { minLength: 1, maxLength: 40 }), { maxLength: 5 })), {
    selector: ([name]) => name,
    maxLength: 12,
  })
  .map((files) => changeOf(files.map(([name, hunks]) => diffOf(name, hunks))));

/** A change of these files. */
export function changeOf(diffs: readonly FileDiff[]): Change {
  return {
    scope: {
      base: "b".repeat(40),
      head: "c".repeat(40),
      commits: [],
      files: diffs.map(({ file }) => file),
      hunks: diffs.flatMap(({ hunks }) =>
        hunks.map(({ path, oldStart, oldLines, newStart, newLines }) => ({
          path,
          oldStart,
          oldLines,
          newStart,
          newLines,
        })),
      ),
    },
    diffs,
    messages: [],
  };
}

/** A modified file with hunks of these lines, ten lines apart. */
export function diffOf(path: string, hunks: readonly (readonly DiffLine[])[]): FileDiff {
  let [old, fresh] = [1, 1];
  const numbered = hunks.map((lines): DiffHunk => {
    const oldLines = lines.filter(({ kind }) => kind !== "added").length;
    const newLines = lines.filter(({ kind }) => kind !== "removed").length;
    const hunk = {
      path,
      oldStart: oldLines === 0 ? old - 1 : old,
      oldLines,
      newStart: newLines === 0 ? fresh - 1 : fresh,
      newLines,
      lines,
    };
    [old, fresh] = [old + oldLines + 10, fresh + newLines + 10];
    return hunk;
  });
  return { file: { path, change: "modified" }, hunks: numbered };
}

/** A file with one hunk of this many added lines. */
export function added(path: string, lines: number, text = "const value = 1;"): FileDiff {
  return diffOf(path, [Array.from({ length: lines }, () => ({ kind: "added" as const, text }))]);
}
