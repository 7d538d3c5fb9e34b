import { expect, test } from "vitest";
import { hazardLint } from "#reviewers/analyzer/hazard-lint/hazard-lint.ts";
import { type Files, makeIndex } from "../../../../helpers/change.ts";

async function titles(head: Files, base: Files = {}): Promise<string[]> {
  const hits = await hazardLint.review(await makeIndex({ base, head }), new AbortController().signal);
  return hits.filter(({ check }) => check === "hazard-lint/python-syntax").map(({ title }) => title);
}

const BROKEN = "def total(orders:\n    return 1\n";
const GOOD = "def total(orders):\n    return 1\n";

test("a file that the change breaks is told", async () => {
  expect(await titles({ "shop.py": BROKEN }, { "shop.py": GOOD })).toEqual(["Python cannot read shop.py"]);
  expect(await titles({ "shop.py": BROKEN })).toEqual(["Python cannot read shop.py"]);
});

test.each<[string, Files, Files]>([
  ["a file that was so before", { "shop.py": `${BROKEN}x = 1\n` }, { "shop.py": BROKEN }],
  ["Python 2 beside Python 2", { "a.py": "print 'x'\n", "b.py": "print 'y'\n" }, { "a.py": "print 'x'\n" }],
  ["what tests are fed with", { "tests/data/case.py": BROKEN }, {}],
  ["Python of today", { "shop.py": "match 1:\n    case x if x > 1:\n        print(f'{x!r}')\n" }, {}],
])("not for %s", async (_, head, base) => {
  expect(await titles(head, base)).toEqual([]);
});
