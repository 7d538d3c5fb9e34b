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
