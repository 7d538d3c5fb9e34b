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
    expect(left()).toEqual([]);
  });

  test("says nothing of survivors where no test notices a failure of the function", async () => {
    const { probe } = await open({ "limit.test.mjs": 'import "node:test";\n' });
    const functions = [{ path: "limit.mjs", symbol: "limit", start: 1, end: 4, lines: [2, 3], isExported: true }];
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
    const started = Date.now();
    const result = await probe("sleep 2", planOf([control, guard, minimum, syntax]), {
      settings: { budgetSeconds: 7 },
    });
    expect(Date.now() - started).toBeLessThan(12_000);
    expect(
      result.breaks.some(({ outcome, why }) => outcome === "not-run" && why === "the time was up") ||
        result.breaks.length === 1,
    ).toBe(true);
  });
});
