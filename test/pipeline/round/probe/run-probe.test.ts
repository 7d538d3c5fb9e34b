import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { NO_SANDBOX, planned, planOf, type ProbedRepository, probedRepository, sandbox } from "./probe-fixture.ts";

const SOURCE = `export function limit(count) {
  if (count < 0) throw new RangeError("negative");
  return Math.min(count, 9);
}
`;
const TESTS = `import { test } from "node:test";
import assert from "node:assert";
import { limit } from "./limit.mjs";
test("limits", () => assert.equal(limit(12), 9));
`;
const SUITE = "node --test";

const control = planned({
  kind: "control",
  path: "limit.mjs",
  symbol: "limit",
  contents: SOURCE.replace("{\n", '{\n  throw new Error("broken");\n'),
});
const guard = planned({
  kind: "mutation",
  path: "limit.mjs",
  line: 2,
  symbol: "limit",
  contents: SOURCE.replace(/ {2}if.*\n/, ""),
});
const minimum = planned({
  kind: "mutation",
  path: "limit.mjs",
  line: 3,
  symbol: "limit",
  contents: SOURCE.replace("Math.min(count, 9)", "count"),
});
const syntax = planned({
  kind: "mutation",
  path: "limit.mjs",
  line: 3,
  contents: SOURCE.replace("return", "return ("),
});

let probed: ProbedRepository;
afterEach(() => probed.remove());
const open = async (files: Record<string, string> = {}) => {
  probed = await probedRepository({ "other.txt": "1\n" }, { "limit.mjs": SOURCE, "limit.test.mjs": TESTS, ...files });
  return probed;
};

describe.skipIf(sandbox === undefined)("a probe", () => {
  test("tells which breaks the tests notice, and leaves nothing behind", async () => {
    const { probe, left } = await open();
    const result = await probe(SUITE, planOf([control, guard, minimum, syntax]));
    expect(result).toMatchObject({ state: "done", baseline: { state: "green" } });
    expect(result.breaks.map(({ break: { kind, line }, outcome }) => [kind, line, outcome])).toEqual([
      ["control", 1, "noticed"],
      ["mutation", 2, "survived"],
      ["mutation", 3, "noticed"],
      ["mutation", 3, "does-not-build"],
    ]);
    expect(left()).toEqual(["objects", "owner.json"]);
  });

  test("says nothing of survivors where no test notices a failure of the function", async () => {
    const { probe } = await open({ "limit.test.mjs": 'import "node:test";\n' });
    const functions = [
      { path: "limit.mjs", symbol: "limit", start: 1, end: 4, lines: [2, 3], worthTesting: [2, 3], isExported: true },
    ];
    const result = await probe(SUITE, planOf([control, guard], { functions }));
    expect(result.breaks.map(({ outcome }) => outcome)).toEqual(["survived"]);
    expect(result.why).toContain("notice no failure of the changed functions");
  });

  test("does not break anything if the suite is red", async () => {
    const { probe } = await open();
    const result = await probe("exit 3", planOf([control]));
    expect(result).toMatchObject({ state: "could-not-run", breaks: [], baseline: { state: "red" } });
    expect(result.baseline?.runs).toHaveLength(2);
  });

  test("does not break anything if the suite changes its result", async () => {
    const { probe } = await open();
    const result = await probe("test -e ran || { touch ran; exit 1; }", planOf([control]));
    expect(result).toMatchObject({ state: "could-not-run", breaks: [], baseline: { state: "flaky" } });
  });

  test("runs nothing without a sandbox", async () => {
    const { probe } = await open();
    const result = await probe(SUITE, planOf([control]), { sandbox: NO_SANDBOX });
    expect(result).toMatchObject({ state: "could-not-run", breaks: [], why: NO_SANDBOX.says });
    expect(result.isolation).toBeUndefined();
  });

  test("does not run a missing command", async () => {
    const { probe } = await open();
    const result = await probe("no-such-program", planOf([control]));
    expect(result).toMatchObject({ state: "could-not-run", baseline: { state: "could-not-run" } });
  });

  test("ends within its time, and names the breaks that were not run", async () => {
    const { probe } = await open();
    const result = await probe("sleep 2", planOf([control, guard, minimum, syntax]), {
      settings: { budgetSeconds: 7 },
    });
    expect(
      result.breaks.some(({ outcome, why }) => outcome === "not-run" && why === "the time was up") ||
        result.breaks.length === 1,
    ).toBe(true);
  });

  test("measures which changed lines the tests run, and needs one control then", async () => {
    const { probe } = await open();
    const functions = [
      { path: "limit.mjs", symbol: "limit", start: 1, end: 4, lines: [2, 3], worthTesting: [2, 3], isExported: true },
    ];
    const codeLines = new Map([["limit.mjs", new Set([1, 2, 3])]]);
    const uncovered = "export function never() {\n  return 1;\n}\n";
    const plan = planOf([control], { functions, codeLines });
    const result = await probe(SUITE, plan, { settings: { coverage: true } });
    expect(result.coverage).toMatchObject({
      by: "NODE_V8_COVERAGE",
      files: [{ path: "limit.mjs", lines: 3, uncovered: [] }],
    });
    await probed.remove();
    await open({ "limit.mjs": SOURCE + uncovered });
    const more = await probed.probe(
      SUITE,
      planOf([{ ...control, contents: control.contents + uncovered }], {
        functions: [
          ...functions,
          { path: "limit.mjs", symbol: "never", start: 5, end: 7, lines: [6], worthTesting: [6], isExported: true },
        ],
        codeLines: new Map([["limit.mjs", new Set([1, 2, 3, 5, 6])]]),
      }),
      { settings: { coverage: true } },
    );
    expect(more.coverage?.gaps).toMatchObject([{ symbol: "never", lines: [{ start: 6, end: 6 }] }]);
  });

  test("measures Python with its own tracer", async () => {
    probed = await probedRepository(
      { "other.txt": "1\n" },
      {
        "limit.py":
          "def limit(count):\n    if count < 0:\n        raise ValueError('negative')\n    return min(count, 9)\n",
        "test_limit.py":
          "import unittest\nfrom limit import limit\nclass LimitTest(unittest.TestCase):\n    def test_limit(self):\n        self.assertEqual(limit(12), 9)\n",
      },
    );
    const contents = "def limit(count):\n    raise RuntimeError('broken')\n";
    const result = await probed.probe(
      "/usr/bin/python3 -m unittest -q",
      planOf([planned({ kind: "control", path: "limit.py", symbol: "limit", contents })], {
        functions: [
          {
            path: "limit.py",
            symbol: "limit",
            start: 1,
            end: 4,
            lines: [2, 3, 4],
            worthTesting: [2, 3, 4],
            isExported: true,
          },
        ],
        codeLines: new Map([["limit.py", new Set([1, 2, 3, 4])]]),
      }),
      { settings: { coverage: true } },
    );
    expect(result.coverage).toMatchObject({ files: [{ lines: 4, uncovered: [{ start: 3, end: 3 }] }] });
    expect(result.breaks.map(({ outcome }) => outcome)).toEqual(["noticed"]);
  });

  test("says so when new tests of a fix pass with the old sources", async () => {
    const { probe } = await open();
    const result = await probe(SUITE, planOf([control]), {
      change: {
        oldSources: [{ path: "limit.mjs", text: SOURCE.replace(/ {2}if.*\n/, "") }],
        newTests: [{ path: "limit.test.mjs", names: ["limits"] }],
        claimsFix: true,
      },
    });
    expect(result.newTests).toMatchObject([{ path: "limit.test.mjs", outcome: "passes" }]);
  });

  test("takes a time-out for neither noticed nor survived", async () => {
    const { probe } = await open();
    const loop = planned({
      kind: "mutation",
      path: "limit.mjs",
      line: 2,
      contents: SOURCE.replace("{\n", "{\n  for (;;) {}\n"),
    });
    const result = await probe(SUITE, planOf([control, loop, guard]));
    expect(result.breaks.map(({ outcome }) => outcome)).toEqual(["noticed", "timed-out", "survived"]);
  }, 60_000);

  test("gives the next break a new copy after a run that wrote to tracked files", async () => {
    const { probe } = await open();
    const result = await probe(`node --test && echo "spoiled" > limit.mjs`, planOf([control, guard, minimum]));
    expect(result.breaks.map(({ outcome }) => outcome)).toEqual(["noticed", "survived", "noticed"]);
  });

  test("follows no link that a run puts in the place of a file or a folder", async () => {
    const { probe, folder } = await open();
    const outside = join(folder, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "limit.mjs"), "untouched\n");
    const result = await probe(
      `node --test && cd .. && mv code gone && ln -s ${outside} code`,
      planOf([control, guard]),
    );
    expect(readFileSync(join(outside, "limit.mjs"), "utf8")).toBe("untouched\n");
    expect(result.breaks.every(({ outcome }) => outcome === "noticed" || outcome === "survived")).toBe(true);
  });

  test("is in doubt if the suite fails by itself in the end", async () => {
    const { probe } = await open();
    const result = await probe("echo . >> runs; test $(wc -l < runs) -lt 2", planOf([control, minimum]));
    expect(result.doubt).toContain("fail without a break at the end");
  });

  test("ends a suite that prints without end", async () => {
    const { probe } = await open();
    const result = await probe("yes", planOf([control]));
    expect(result).toMatchObject({ state: "could-not-run", breaks: [] });
    expect(result.why).toContain("64 MB");
  }, 60_000);
});
