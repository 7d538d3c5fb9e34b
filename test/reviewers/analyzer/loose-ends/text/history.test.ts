import { expect, test } from "vitest";
import { isHistory, isAboutPast } from "#reviewers/analyzer/loose-ends/text/history.ts";

test.each([
  "CHANGELOG.md",
  "docs/changelog.rst",
  "HISTORY.txt",
  "NEWS",
  "docs/upgrading.md",
  "docs/migration-from-v2.md",
  "docs/decisions/0001-one-queue.md",
  "news/1234.bugfix.rst",
  "docs/plans/split-the-queue.md",
  "docs/notes/2026-05-02-split.md",
  "website/versioned_docs/version-1.2/setup.md",
])("%s tells of the past", (path) => {
  expect(isHistory(path)).toBe(true);
});

test.each([
  "README.md",
  "docs/setup.md",
  "src/history-view.ts/index.ts",
  "src/changes.ts.md/x.md",
  "docs/delivery.md",
  "docs/design/queue.md",
  "designs/store.md",
  "docs/release.md",
])("%s tells of the present", (path) => {
  expect(isHistory(path)).toBe(false);
});

test.each(["`a` was renamed to `b`", "no longer needed", "Deprecated: use b", "used instead of a"])("%s", (line) => {
  expect(isAboutPast(line)).toBe(true);
});

test("a plain statement is about the present", () => {
  expect(isAboutPast("Call `retryLimit` and wait.")).toBe(false);
});
