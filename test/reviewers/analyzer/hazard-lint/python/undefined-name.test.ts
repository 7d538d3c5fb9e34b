import { describe, expect, test } from "vitest";
import type { CheckHit, Unlooked } from "#model/change/analyzer.ts";
import { hazardLint } from "#reviewers/analyzer/hazard-lint/hazard-lint.ts";
import { type Files, makeIndex } from "../../../../helpers/change.ts";

async function hitsOf(head: Files, base: Files = {}): Promise<CheckHit[]> {
  const hits = await hazardLint.review(await makeIndex({ base, head }), new AbortController().signal);
  return hits.filter(({ check }) => check === "hazard-lint/undefined-name");
}

const titles = async (head: Files, base: Files = {}): Promise<string[]> =>
  (await hitsOf(head, base)).map(({ title }) => title);

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
  ["a file that tests are fed with", "tests/data/case.py", TOTAL],
  ["Python of another day", "shop.py", "print 'x'\nprint rate\n"],
])("not for %s", async (_, path, source) => {
  expect(await titles({ [path]: source })).toEqual([]);
});

test("a line that only looks like a declaration declares nothing", async () => {
  expect(await titles({ "shop.py": "prices = {\n    rate: 1\n}\n" })).toEqual(["`rate` is not defined in shop.py"]);
});

describe("a file that lacks many names", () => {
  const MANY = "print(a, b, c, d, e)\n";
  test("is one finding with all of them", async () => {
    const [hit, ...others] = await hitsOf({ "shop.py": MANY });
    expect(others).toEqual([]);
    expect(hit?.title).toBe("`a`, `b` and 3 more are not defined in shop.py");
    expect(hit?.places.map(({ note }) => note)).toEqual(["`a`", "`b`", "`c`", "`d`", "`e`"]);
    expect(await titles({ "shop.py": `x = 1\n${MANY}` }, { "shop.py": "x = 1\n" })).toHaveLength(1);
  });
  test("is a fragment where it was one before, and where those beside it are", async () => {
    expect(await titles({ "shop.py": `${MANY}print(f)\n` }, { "shop.py": MANY })).toEqual([]);
    const beside = { "parts/one.py": MANY };
    expect(await titles({ ...beside, "parts/two.py": "print(v, w, x, y, z)\n" }, beside)).toEqual([]);
    expect(await titles({ ...beside, "shop.py": MANY }, beside)).toHaveLength(1);
  });
});

describe("a remark to another checker", () => {
  test.each(["noqa", "noqa: F821", "noqa: E501, F821", "type: ignore", "type: ignore[name-defined]"])(
    "that the change adds does not silence it: %s",
    async (remark) => {
      const [hit] = await hitsOf({ "shop.py": `print(rate)  # ${remark}\n` });
      expect(hit?.silencedBy).toEqual({ path: "shop.py", line: 1, reason: remark });
    },
  );
  test.each(["ruff: noqa", "flake8: noqa"])("at the top counts where it stood before: %s", async (remark) => {
    const [hit] = await hitsOf({ "shop.py": `# ${remark}\nprint(rate)\n` });
    expect(hit?.silencedBy).toEqual({ path: "shop.py", line: 1, reason: remark });
    const before = { "shop.py": `# ${remark}\n` };
    expect(await titles({ "shop.py": `# ${remark}\nprint(rate)\n` }, before)).toEqual([]);
  });
  test("about something else is none", async () => {
    const [hit] = await hitsOf({ "shop.py": "print(rate)  # noqa: E501\n" });
    expect(hit?.silencedBy).toBeUndefined();
    expect(hit?.title).toBe("`rate` is not defined in shop.py");
  });
});

test("a file of any length is read", async () => {
  const long = Array.from({ length: 15_000 }, (_, at) => `VALUE_${at} = "some text of ${at}"\n`).join("");
  expect(await titles({ "shop.py": long + TOTAL })).toEqual(["`rate` is not defined in shop.py"]);
});

test("a file that makes the linter break down is told, and takes no other with it", async () => {
  const index = await makeIndex({ base: {}, head: { "a.py": `x = ${"not ".repeat(200_000)}1\n`, "shop.py": TOTAL } });
  const unlooked: Unlooked[] = [];
  const hits = await hazardLint.review(index, new AbortController().signal, { unlooked: (one) => unlooked.push(one) });
  expect(unlooked).toEqual([
    { check: "hazard-lint/undefined-name", path: "a.py", why: "the Python linter broke down" },
  ]);
  expect(hits.map(({ title }) => title)).toContain("`rate` is not defined in shop.py");
});
