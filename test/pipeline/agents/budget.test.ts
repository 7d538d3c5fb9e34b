import { expect, test } from "vitest";
import { openBudget } from "#pipeline/agents/budget.ts";

test("what runs tell replaces what they told before, and all runs are added up", () => {
  const budget = openBudget(2);
  const [one, other] = [{}, {}];
  budget.spend(one, 0.5);
  budget.spend(one, 1);
  budget.spend(other, 0.25);
  expect([budget.left, budget.signal.aborted]).toEqual([0.75, false]);
});

test("exactly the limit may be spent, and no more", () => {
  const budget = openBudget(1);
  const run = {};
  budget.spend(run, 1);
  expect([budget.left, budget.signal.aborted]).toEqual([0, false]);
  budget.spend(run, 1.01);
  expect([budget.left, budget.signal.aborted]).toEqual([0, true]);
});

test("without a limit nothing is left to count", () => {
  const budget = openBudget(undefined);
  budget.spend({}, 1e9);
  expect([budget.left, budget.signal.aborted]).toEqual([undefined, false]);
});

test("runs at the same time share the limit, though they tell their cost only at the end", () => {
  const budget = openBudget(3);
  budget.expect("claude", 2);
  budget.expect("second", 1);
  const runs = [{}, {}, {}] as const;
  expect([budget.reserve(runs[0], "claude"), budget.reserve(runs[1], "second")]).toEqual([1, 1]);
  budget.spend(runs[0], 0.4);
  budget.release(runs[0]);
  expect(budget.reserve(runs[2], "claude")).toBe(1.6);
  expect(budget.left).toBeCloseTo(0);
});

test("runs that nobody expected never get more than the limit together, and each leaves something", () => {
  const budget = openBudget(1);
  const shares = Array.from({ length: 8 }, () => budget.reserve({}) ?? 0);
  expect(shares[0]).toBe(0.5);
  expect(Math.min(...shares)).toBeGreaterThan(0);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1);
});

test("what was spent before counts", () => {
  const budget = openBudget(2);
  budget.countEarlier(1.5);
  expect([budget.left, budget.signal.aborted]).toEqual([0.5, false]);
  budget.spend({}, 0.6);
  expect(budget.signal.aborted).toBe(true);
  const spent = openBudget(1);
  spent.countEarlier(1.5);
  expect(spent.signal.aborted).toBe(true);
});

test("without a limit there are no shares", () => {
  expect(openBudget(undefined).reserve({})).toBeUndefined();
});
