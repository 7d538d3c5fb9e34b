import { expect, test } from "vitest";
import type { OpenProblem } from "#model/panel/verification.ts";
import { scriptedMembers } from "#pipeline/panel.ts";
import { compareGates } from "#pipeline/round/gates/compare-gates.ts";
import { mayRunGates, requireGatesId } from "#pipeline/round/gates/gates-member.ts";
import type { PreparedRound } from "#pipeline/round/prepare-round.ts";
import { toVerify } from "#pipeline/round/run-reviewers.ts";
import { aFinding, aReviewer } from "../../../helpers/builders.ts";

const gate = (name: string, command = "true") => ({ name, command, timeoutSeconds: 600 });

test.each([
  [true, { configFrom: "worktree", isCi: false, isTrusted: true }],
  [false, { allowRun: false, configFrom: "worktree", isCi: false, isTrusted: true }],
  [false, { configFrom: "base", isCi: false, isTrusted: true }],
  [false, { configFrom: "worktree", isCi: true, isTrusted: true }],
  [true, { allowRun: true, configFrom: "worktree", isCi: false }],
  [true, { allowRun: true, configFrom: "base", isCi: false }],
  [true, { allowRun: true, configFrom: "base", isCi: true }],
  [false, { allowRun: true, configFrom: "worktree", isCi: true }],
  [false, { allowRun: false, configFrom: "worktree", isCi: false }],
  [false, { configFrom: "base", isCi: true }],
] as const)("gates run: %s, for %j", (may, given) => {
  const permission = { isTrusted: false, ...given };
  expect(mayRunGates({ gates: [gate("test")], gatesInCi: false }, permission)).toBe(may);
  expect(mayRunGates({ gates: [], gatesInCi: true }, permission)).toBe(false);
});

test("in CI the configuration of the base may allow its gates, and only that one", () => {
  const config = { gates: [gate("test")], gatesInCi: true };
  const inCi = { isCi: true, isTrusted: false };
  expect(mayRunGates(config, { ...inCi, configFrom: "base" })).toBe(true);
  expect(mayRunGates(config, { ...inCi, configFrom: "worktree" })).toBe(false);
  expect(mayRunGates(config, { ...inCi, configFrom: "base", allowRun: false })).toBe(false);
  expect(mayRunGates(config, { ...inCi, isCi: false, configFrom: "base" })).toBe(false);
});

test("removed and altered gates are named, added ones and other times are not", () => {
  const before = [gate("test"), gate("lint"), gate("types", "tsc"), gate("build")];
  expect(compareGates(before, before)).toEqual([]);
  expect(compareGates([...before, gate("more")], before)).toEqual([]);
  expect(compareGates([{ ...gate("test"), timeoutSeconds: 1 }], [gate("test")])).toEqual([]);
  expect(compareGates([gate("test", "false"), gate("types", "tsc")], before)).toEqual([
    "removes the gates lint, build",
    "alters the gate test",
  ]);
});

test("no other reviewer has the id of the gates", () => {
  const member = (id: string) => ({
    reviewer: aReviewer({ id }),
    review: () => Promise.reject(new Error("not asked")),
  });
  expect(() => requireGatesId([member("claude")])).not.toThrow();
  expect(() => requireGatesId([member("gates")])).toThrow('a member of the panel has the id "gates"');
  const text = JSON.stringify({ reviewers: [{ id: "gates", name: "Ada", says: "None." }] });
  expect(() => scriptedMembers([{ name: "script.json", text }])).toThrow("script.json is not a script for this panel");
});

test("nobody is asked to verify what a gate shows", () => {
  const panel = [aReviewer(), aReviewer({ id: "gates", kind: "gate" })];
  const problem = (id: string, reviewer: string) => ({ finding: aFinding({ id, reviewer }) }) as unknown as OpenProblem;
  const problems = [problem("claude:I1", "claude"), problem("gates:I1", "gates")];
  expect(toVerify(problems, [], { start: { panel } } as unknown as PreparedRound)).toEqual([problems[0]]);
});
