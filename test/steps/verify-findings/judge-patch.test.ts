import { expect, test } from "vitest";
import { judgePatch, type TriedGate } from "#steps/verify-findings/judge-patch.ts";

const FIXES = { fixes: true, why: "with it the repro no longer shows the problem" };
const gate = (name: string, result: TriedGate["result"], why = ""): TriedGate => ({ name, result, why });

test.each([
  ["tested", "and the gates test and lint stay green", [FIXES], [gate("test", "green"), gate("lint", "green")]],
  ["tested", "there is no green gate to run with it", [FIXES], []],
  ["breaks-gates", "with it the gate test (exit code 1) fails", [FIXES], [gate("test", "red", "exit code 1")]],
  ["breaks-gates", "with it the gate test", [], [gate("test", "red", "exit code 1")]],
  [
    "applies",
    "the gate slow was not run with it: it took too long",
    [FIXES],
    [gate("slow", "not-run", "it took too long")],
  ],
  [
    "applies",
    "no repro shows the problem, so whether it fixes it is not known; the gate test stays green",
    [],
    [gate("test", "green")],
  ],
  ["applies", "cannot be told", [FIXES, { fixes: undefined, why: "it cannot be told" }], []],
  [
    "does-not-fix",
    "still shows",
    [FIXES, { fixes: false, why: "it still shows the problem" }],
    [gate("test", "green")],
  ],
] as const)("a patch %s: %s", (state, why, flips, gates) => {
  const judged = judgePatch({ flips, gates });
  expect(judged.state).toBe(state);
  expect(judged.why).toContain(why);
});

test("a patch with which nothing may run is untested, with the reason", () => {
  expect(judgePatch({ flips: [], gates: [], notRun: "no sandbox" })).toEqual({
    state: "applies",
    why: "it is not tested: no sandbox",
  });
});

test("a patch that changes what the gates check is not tested by them", () => {
  const judged = judgePatch({ flips: [FIXES], gates: [gate("test", "green")], weakened: ["a.test.ts"] });
  expect(judged).toEqual({
    state: "applies",
    why: "with it the repro no longer shows the problem, but it is not tested: it changes what the gates check, in `a.test.ts`",
  });
});
