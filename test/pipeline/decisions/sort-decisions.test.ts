import { describe, expect, test } from "vitest";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { sortDecisions } from "#pipeline/decisions/sort-decisions.ts";
import type { Over } from "../../helpers/builders.ts";
import { aStandingDecision } from "../../helpers/decisions.ts";

/** Decisions in the order of time, each a day after the one before; what they come to, in the same order. */
function check(overs: readonly Over<StandingDecision>[], expected: readonly string[]): void {
  const decisions = overs.map((over, at) =>
    aStandingDecision({ id: `D-000000000${at}`, date: `2026-11-0${at + 1}T10:00:00.000Z`, ...over }),
  );
  const sorted = sortDecisions(decisions.toReversed(), "2026-12-01");
  const states = decisions.map(({ id }) => sorted.find(({ decision }) => decision.id === id)?.state);
  expect(states).toEqual(expected);
}

const elsewhere = { review: "20261110-091500-pr-43", cluster: "S4" };
const known = { ...aStandingDecision().problem, identity: { version: 1, exact: "abc" } };

describe("which decisions hold", () => {
  test("the newest about a finding", () =>
    check([{}, { kind: "accepted-risk" }, { of: elsewhere }], ["superseded", "holds", "holds"]));
  test("one that was reopened does not", () => check([{}, { kind: "reopened" }], ["superseded", "reopened"]));
  test("on its last day, not on the day after", () =>
    check([{ until: "2026-12-01" }, { of: elsewhere, until: "2026-11-30" }], ["holds", "expired"]));
  test("findings of two reviews with one fingerprint are one problem", () =>
    check([{ problem: known }, { problem: known, of: elsewhere }], ["superseded", "holds"]));
  test("also through a third", () =>
    check(
      [{ of: elsewhere }, { problem: known, of: elsewhere }, { problem: known }],
      ["superseded", "superseded", "holds"],
    ));
  test("a fingerprint of another version says nothing", () =>
    check(
      [{ problem: { ...known, identity: { version: 2, exact: "abc" } } }, { problem: known, of: elsewhere }],
      ["holds", "holds"],
    ));
  test("one for a pull request leaves that for the repository in force", () =>
    check([{}, { scope: { series: "pr-42" } }], ["holds", "holds"]));
  test("one for the repository ends those for a pull request", () =>
    check([{ scope: { series: "pr-42" } }, {}], ["superseded", "holds"]));
});
