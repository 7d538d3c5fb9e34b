import { describe, expect, test } from "vitest";
import { hazardLint } from "#reviewers/analyzer/hazard-lint/hazard-lint.ts";
import { type Files, makeIndex } from "../../../../helpers/change.ts";

async function titles(head: Files, base: Files = {}): Promise<string[]> {
  const hits = await hazardLint.review(await makeIndex({ base, head }), new AbortController().signal);
  return hits.filter(({ check }) => check === "hazard-lint/undefined-name").map(({ title }) => title);
}

const TOTAL = "def total(orders):\n    return sum(orders) * rate\n";

test("a name that nothing defines is told with its file and line", async () => {
  const index = await makeIndex({ base: {}, head: { "shop.py": TOTAL } });
  const hits = await hazardLint.review(index, new AbortController().signal);
  const hit = hits.find(({ check }) => check === "hazard-lint/undefined-name");
  expect(hit?.title).toBe("`rate` is not defined in shop.py");
  expect(hit?.places.map(({ location, quote }) => [location.start, quote])).toEqual([
    [2, "    return sum(orders) * rate"],
  ]);
});

test.each([
  ["an import", "from prices import rate\n"],
  ["a star import", "from prices import *\n"],
  ["a global", "rate = 2\n"],
])("%s defines it", async (_, above) => {
  expect(await titles({ "shop.py": `${above}\n\n${TOTAL}` })).toEqual([]);
});

test("what the file lacked before is not news", async () => {
  expect(await titles({ "shop.py": `${TOTAL}\n\nprint(rate)\n` }, { "shop.py": TOTAL })).toEqual([]);
  expect(await titles({ "shop.py": `${TOTAL}\n\nprint(tax)\n` }, { "shop.py": TOTAL })).toEqual([
    "`tax` is not defined in shop.py",
  ]);
});

test("a line that the change did not touch is left alone", async () => {
  const base = "rate = 2\n\n\ndef total(orders):\n    return sum(orders)\n\n\ndef price():\n    return rate\n";
  expect(await titles({ "shop.py": base.replace("rate = 2\n", "# none\n") }, { "shop.py": base })).toEqual([]);
});

test.each([
  ["a name of Python 2", "shop.py", "text = unicode(1)\n"],
  [
    "a value that is given further down",
    "shop.py",
    "def f(n):\n    rate: int\n    while n:\n        print(rate)\n        rate = n\n",
  ],
  ["a fragment", "shop.py", "print(a, b, c, d, e)\n"],
  ["a file that tests are fed with", "tests/data/case.py", TOTAL],
  ["Python of another day", "shop.py", "print 'x'\nprint rate\n"],
])("not for %s", async (_, path, source) => {
  expect(await titles({ [path]: source })).toEqual([]);
});

describe("what tells other checkers to look away", () => {
  const BASE = "def total(orders):\n    return sum(orders)\n";
  const hitsOf = async (head: string, base: string) => {
    const index = await makeIndex({ base: { "shop.py": base }, head: { "shop.py": head } });
    const hits = await hazardLint.review(index, new AbortController().signal);
    return hits
      .filter(({ check }) => check === "hazard-lint/undefined-name")
      .map(({ silencedBy }) => silencedBy ?? "open");
  };
  const told = (line: number, reason: string) => [{ path: "shop.py", line, reason }];

  test.each(["noqa", "noqa: F821", "type: ignore", "pylint: disable=undefined-variable", "nosec"])(
    "is told and silences nothing: # %s",
    async (remark) => {
      expect(await hitsOf(`${BASE}\n\nprint(rate)  # ${remark}\n`, BASE)).toEqual(told(5, remark));
    },
  );

  test.each(["flake8: noqa", "ruff: noqa", "ruff: noqa: F821"])("nor for a whole file: # %s", async (remark) => {
    expect(await hitsOf(`# ${remark}\n${BASE}\n\nprint(rate)\n`, BASE)).toEqual(told(1, remark));
    expect(await hitsOf(`# ${remark}\n${BASE}\n\nprint(rate)\n`, `# ${remark}\n${BASE}`)).toEqual([]);
  });

  test("stood there before, and the line is only indented", async () => {
    const before = `${BASE}\n\nprint(rate)  # noqa\n`;
    expect(
      await hitsOf(before.replace("print(rate)", "if BASE:\n    print(rate)").replace("BASE", "total"), before),
    ).toEqual([]);
  });

  test("more of them than a fragment has do not make a file a fragment", async () => {
    expect(await hitsOf(`${BASE}\n\nprint(a, b, c, d, e)\n`, BASE)).toEqual(["open"]);
    const fragment = `${BASE}\n\nprint(a, b, c, d, e)\n`;
    expect(await hitsOf(`${fragment}print(rate)\n`, fragment)).toEqual([]);
  });
});
