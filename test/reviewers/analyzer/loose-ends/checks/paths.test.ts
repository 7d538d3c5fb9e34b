import { expect, test } from "vitest";
import { missingPath } from "#reviewers/analyzer/loose-ends/checks/missing-path.ts";
import { missingSymbol } from "#reviewers/analyzer/loose-ends/checks/missing-symbol.ts";
import { removedPath } from "#reviewers/analyzer/loose-ends/checks/removed-path.ts";
import { placesFound, runCheck } from "../run-check.ts";

test("a moved file is offered at its new place, and a workflow that runs it is important", async () => {
  const example = `scripts/seed-orders.sh
-echo seeding
tools/seed-orders.sh
+echo seeding
.github/workflows/test.yml
 run: ./scripts/seed-orders.sh`;
  const [hit] = await runCheck(removedPath, example);
  expect(hit?.severity).toBe("important");
  expect(hit?.explanation).toContain("tools/seed-orders.sh");
});

test("a relative link to a deleted document is found", async () => {
  const example = `docs/guide/old.md
-# Old
docs/index.md
 See [the guide](./guide/old.md#top).`;
  expect(await placesFound(removedPath, example)).toEqual([["docs/index.md:1"]]);
});

test.each([
  ["a file of that end is left", "a/docs/old.md\n # Old\nREADME.md\n See docs/old.md."],
  ["only the bare name stands there", "README.md\n Rename it to old.md."],
  ["it is an address", "README.md\n See https://example.org/docs/old.md."],
  ["a changelog tells of it", "CHANGELOG.md\n - docs/old.md is new."],
])("nothing is said of a deleted file when %s", async (_, rest) => {
  expect(await placesFound(removedPath, `docs/old.md\n-# Old\n${rest}`)).toEqual([]);
});

test("a file that git ignores from now on is made by a program", async () => {
  const example = `test/orders.cert\n-x\n.gitignore\n+test/orders.cert\nREADME.md\n It reads test/orders.cert.`;
  expect(await placesFound(removedPath, example)).toEqual([]);
});

test("a file that the change itself tells a build of is made by the build", async () => {
  const example = `bin/orders\n-echo 1\nMakefile\n-PROGRAMS = bin/send\n+PROGRAMS = bin/send bin/orders`;
  expect(await placesFound(removedPath, example)).toEqual([]);
});

test("files that one document still names are one finding", async () => {
  const example = `docs/a.md\n-# A\ndocs/b.md\n-# B\ndocs/c.md\n-# C\nREADME.md\n See docs/a.md, docs/b.md and docs/c.md.`;
  const [hit, ...others] = await runCheck(removedPath, example);
  expect(others).toEqual([]);
  expect(hit?.title).toBe("`docs/a.md` and 2 other files are gone, but README.md still names them");
});

test("a short end that many files can have does not tell", async () => {
  const example = `sources/orders/bin/install\n-echo 1\nREADME.md\n A plugin has \`bin/install\`.`;
  expect(await placesFound(removedPath, example)).toEqual([]);
});

test("the short end of a path is seen from the folders around it only", async () => {
  const gone = "examples/shop/tests/orders.py\n-x = 1\n";
  expect(await placesFound(removedPath, `${gone}docs/a.md\n tests/orders.py PASSED`)).toEqual([]);
  expect(await placesFound(removedPath, `${gone}examples/shop/docs/a.md\n Run tests/orders.py.`)).toHaveLength(1);
  expect(await placesFound(removedPath, `${gone}docs/a.md\n Run shop/tests/orders.py.`)).toHaveLength(1);
});

test.each([
  ["a listing in a document", "README.md\n src/orders/queue.ts"],
  ["a command that creates it", "Makefile\n \tcurl https://example.org/queue.ts -o src/orders/queue.ts"],
])("%s is no leftover", async (_, rest) => {
  expect(await placesFound(removedPath, `src/orders/queue.ts\n-export {};\n${rest}`)).toEqual([]);
});

const QUEUE = `src/orders/queue.ts\n export const size = 3;\n`;

test.each([
  ["it was there before the change", "src/send.ts\n // See src/orders/sequence.ts.\n+export const x = 1;"],
  [
    "the paragraph was only broken anew",
    "README.md\n-See src/orders/sequence.ts now.\n+See\n+src/orders/sequence.ts now.",
  ],
  ["the folder is of another project", "README.md\n+See lib/orders/sequence.ts."],
  ["it is a pattern", "README.md\n+See src/orders/*.ts and src/orders/<name>.ts."],
  ["it is an example", "README.md\n+For example src/orders/sequence.ts."],
  ["it stands in a code block", "README.md\n+```\n+cat src/orders/sequence.ts\n+```"],
  ["the program writes it", "README.md\n+The result is in src/orders/result.json."],
])("nothing is said of a missing file when %s", async (_, rest) => {
  expect(await placesFound(missingPath, QUEUE + rest)).toEqual([]);
});

test("a document that names a missing file is found", async () => {
  expect(await placesFound(missingPath, `${QUEUE}README.md\n+See src/orders/sequence.ts.`)).toEqual([["README.md:1"]]);
});

test("a symbol of a package of another project is not looked for", async () => {
  const example = `internal/orders/queue.go
 package orders
cmd/send.go
 package main
+// As k8s.io/client/orders.TakeAll and other/orders.TakeAll do.
 func main() {}`;
  expect(await placesFound(missingSymbol, example)).toEqual([]);
});
