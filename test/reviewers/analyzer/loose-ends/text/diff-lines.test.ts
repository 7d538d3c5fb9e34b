import { expect, test } from "vitest";
import type { FileDiff } from "#model/change/change.ts";
import { replacements } from "#reviewers/analyzer/loose-ends/text/diff-lines.ts";

const HUNKS: FileDiff["hunks"] = [
  {
    path: "new.md",
    oldStart: 1,
    oldLines: 2,
    newStart: 1,
    newLines: 3,
    lines: [
      { kind: "removed", text: "a", old: 1 },
      { kind: "added", text: "b", new: 1 },
      { kind: "context", text: "c", old: 2, new: 2 },
      { kind: "added", text: "d", new: 3 },
    ],
  },
];

test("what stands between unchanged lines was exchanged together", () => {
  const found = replacements({ file: { path: "new.md", oldPath: "old.md", change: "renamed" }, hunks: HUNKS });
  expect(found.map(({ removed, added }) => [removed.length, added.length])).toEqual([
    [1, 1],
    [0, 1],
  ]);
});

test("a copy replaces nothing: its original still stands", () => {
  expect(replacements({ file: { path: "new.md", oldPath: "old.md", change: "copied" }, hunks: HUNKS })).toEqual([]);
});
