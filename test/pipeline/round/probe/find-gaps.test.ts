import { expect, test } from "vitest";
import type { ProbeChange } from "#pipeline/round/probe/probe-plan.ts";
import { findGaps } from "#pipeline/round/probe/find-gaps.ts";
import { planOf } from "./probe-fixture.ts";

const SOURCE = `export function outer() {
  first();
  return {
    inner() {
      second();
    },
  };
}
`;
const fn = (symbol: string, start: number, end: number, lines: readonly number[]) => ({
  path: "a.js",
  symbol,
  start,
  end,
  lines,
  worthTesting: lines,
  isExported: true,
});
const OUTER = fn("outer", 1, 8, [1, 2, 3, 7, 8]);
const INNER = fn("inner", 4, 6, [4, 5, 6]);
const change: ProbeChange = {
  tracked: new Set(["a.js"]),
  texts: new Map([["a.js", SOURCE]]),
  oldSources: [],
  changedTests: [],
  newTests: [],
  claimsFix: false,
  isAdded: () => true,
  readTests: () => Promise.resolve([]),
};
const plan = planOf([], {
  functions: [OUTER, INNER],
  codeLines: new Map([["a.js", new Set([1, 2, 3, 4, 5, 6, 7, 8])]]),
});
/** What V8 tells where nobody calls `inner`: the line of its closing bracket also holds a part of `outer`. */
const found = () => {
  const lines = { known: new Set([1, 2, 3, 4, 5, 6, 7, 8]), ran: new Set([1, 2, 3, 4, 6, 7, 8]) };
  const run = { exitCode: 0, ended: "", isTimeout: false, limit: undefined, output: "", cut: undefined, seconds: 1 };
  return findGaps({ by: "V8", lines: new Map([["a.js", lines]]), run }, plan, change);
};

test("lines that no test runs are told once, for the innermost function", () => {
  expect(found().coverage.gaps.map(({ symbol, lines }) => ({ symbol, lines }))).toEqual([
    { symbol: "inner", lines: [{ start: 5, end: 5 }] },
  ]);
});

test("a function is not taken for called because of what stands behind its closing bracket", () => {
  expect(found().isEntered(INNER)).toBe(false);
  expect(found().isEntered(OUTER)).toBe(true);
});
