import { expect, test } from "vitest";
import { rarelyTests } from "#reviewers/analyzer/test-scout/tests-of-project.ts";
import { makeIndex } from "../../../helpers/change.ts";

async function rarely(paths: readonly string[]): Promise<boolean> {
  const code = Array.from({ length: 57 }, (_, at) => `src/page${at}.ts`);
  const head = Object.fromEntries([...code, ...paths].map((path) => [path, "x"]));
  return rarelyTests((await makeIndex({ base: {}, head })).head);
}

test.each([
  [["tests/a.py", "tests/b.py", "tests/c.py"]],
  [["a.test.ts", "b_spec.rb", "__tests__/c.js"]],
  [["OrderTest.java", "Orders.Tests/Take.cs", "test_order.py"]],
  [["take.bats", "features/take.feature", "cypress/take.ts"]],
])("%s are tests", async (paths) => {
  expect(await rarely(paths)).toBe(false);
});

test("names that only contain the word are no tests", async () => {
  expect(await rarely(["src/latest.ts", "src/contestant.ts", "src/inspect.ts", "docs/tests/a.md"])).toBe(true);
});
