import { expect, test } from "vitest";
import { removedCommand } from "#reviewers/analyzer/loose-ends/checks/removed-command.ts";
import { removedHeading } from "#reviewers/analyzer/loose-ends/checks/removed-heading.ts";
import { placesFound, runCheck } from "../run-check.ts";

const SCRIPTS = `package.json
 { "scripts": {
-  "seed:orders": "x",
   "build": "y"
 } }
`;

test("a script that another script still runs is important", async () => {
  const [hit] = await runCheck(
    removedCommand,
    `${SCRIPTS}shop/package.json\n {"scripts": {"ci": "npm run seed:orders"}}`,
  );
  expect(hit).toMatchObject({
    severity: "important",
    title: "`npm run seed:orders` is gone, but shop/package.json still names it",
  });
});

test.each([
  ["another package has it", 'shop/package.json\n {"scripts": {"seed:orders": "z"}}'],
  ["only a longer one is called", "README.md\n Run `npm run seed:orders:all`."],
  ["a changelog tells of it", "CHANGELOG.md\n - `npm run seed:orders` is new."],
  ["a document says that it is gone", "README.md\n `npm run seed:orders` was removed."],
])("nothing is said of a removed script when %s", async (_, rest) => {
  expect(await placesFound(removedCommand, `${SCRIPTS}docs/a.md\n x\n${rest}`)).toEqual([]);
});

test("a target that a pattern makes is still there", async () => {
  const example = `Makefile\n-seed-orders:\n seed-%:\n  	echo\nREADME.md\n Run \`make seed-orders\`.`;
  expect(await placesFound(removedCommand, example)).toEqual([]);
});

test("links to a gone heading are found on the same page and from beside", async () => {
  const example = `docs/setup.md
-# Order limits
+# Limits
 See [above](#order-limits).
docs/index.md
 See [the limits](setup.md#order-limits) and [others](./setup#order-limits).`;
  expect(await placesFound(removedHeading, example)).toEqual([["docs/index.md:1", "docs/setup.md:2"]]);
});

test.each([
  ["another page has it", "docs/other.md\n # Order limits\nREADME.md\n [a](docs/other.md#order-limits)"],
  ["it is an address", "README.md\n [a](https://example.org/docs/setup.md#order-limits)"],
  ["the anchor is a longer one", "README.md\n [a](docs/setup.md#order-limits-of-today)"],
])("nothing is said of a gone heading when %s", async (_, rest) => {
  expect(await placesFound(removedHeading, `docs/setup.md\n-# Order limits\n+# Limits\n${rest}`)).toEqual([]);
});

test("a heading that moved within its page is still there", async () => {
  const example = `docs/setup.md\n-# Order limits\n Text.\n+### Order limits\nREADME.md\n [a](docs/setup.md#order-limits)`;
  expect(await placesFound(removedHeading, example)).toEqual([]);
});

test("headings of one page that one document links to are one finding", async () => {
  const example = `docs/setup.md\n-# Order limits\n-# Order sizes\n+# Limits\nREADME.md\n [a](docs/setup.md#order-limits)\n [b](docs/setup.md#order-sizes)`;
  const [hit, ...others] = await runCheck(removedHeading, example);
  expect(others).toEqual([]);
  expect(hit?.places).toHaveLength(2);
});
