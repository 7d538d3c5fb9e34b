import { expect, test } from "vitest";
import type { FileRole } from "#model/change/change-index.ts";
import { findWeakened } from "#steps/verify-findings/find-weakened.ts";

const roleOf = (path: string): FileRole => (path.includes(".test.") ? "test" : "source");
const find = (patch: string): string[] => findWeakened(patch, { roleOf, commands: ["sh ./ci/all.sh", "npm test"] });
const edit = (path: string, ...lines: string[]): string =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1,1 +1,1 @@\n${lines.join("\n")}\n`;

test.each([
  ["a test that loses a line", edit("a.test.ts", "-expect(a).toBe(1)", "+expect(a).toBe(2)"), "a.test.ts"],
  ["a test that is left out", edit("a.test.ts", " test", "+describe.skip()"), "a.test.ts"],
  ["a script that ends early", edit("test.sh", "+exit 0", " npm test"), "test.sh"],
  ["scripts of a manifest", edit("app/package.json", '-"test": "a"', '+"test": "true"'), "app/package.json"],
  ["the settings of a linter", edit("eslint.config.js", "+rules"), "eslint.config.js"],
  ["a script that a gate names", edit("ci/all.sh", "+true"), "ci/all.sh"],
  ["a test that goes", "diff --git a/a.test.ts b/a.test.ts\ndeleted file mode 100644\n", "a.test.ts"],
  [
    "a test that gets another name",
    "diff --git a/a.test.ts b/a.txt\nsimilarity index 100%\nrename from a.test.ts\nrename to a.txt\n",
    "a.txt",
  ],
  [
    "a bare diff",
    "--- a/b.ts\n+++ b/b.ts\n@@ -1 +1 @@\n-a\n+b\n--- a/a.test.ts\n+++ b/a.test.ts\n@@ -1 +0,0 @@\n-x\n",
    "a.test.ts",
  ],
])("%s changes what the gates check", (_, patch, path) => {
  expect(find(edit("src/a.ts", "-a", "+b") + patch)).toEqual([path]);
});

test("code, a new test and more of a test do not", () => {
  const fresh =
    "diff --git a/b.test.ts b/b.test.ts\nnew file mode 100644\n--- /dev/null\n+++ b/b.test.ts\n@@ -0,0 +1 @@\n+x\n";
  const more = edit("a.test.ts", " import", "+test('a', () => expect(a).toBe(2))");
  expect(find(edit("src/a.ts", "-return 1", "+return 2") + fresh + more)).toEqual([]);
});
