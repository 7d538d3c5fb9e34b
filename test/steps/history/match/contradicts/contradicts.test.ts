import { describe, expect, test } from "vitest";
import type { Finding } from "#model/finding.ts";
import { contradicts } from "#steps/history/match/contradicts/contradicts.ts";
import { collectProblems } from "#steps/history/collect/collect-problems.ts";
import { aFinding, aReview } from "../../../../helpers/builders.ts";

function against(earlier: Partial<Finding>, now: Partial<Finding>) {
  const known = collectProblems([aReview({ findings: [aFinding(earlier)] })], [], { today: "2026-12-01", series: [] });
  return contradicts([aFinding({ title: "Now", ...now })], known);
}
const diff = (...lines: readonly string[]): Partial<Finding> => ({ fix: { diffs: [lines.join("\n")] } });
const said = (text: string): Partial<Finding> => ({ fix: { text, diffs: [] } });

const LOUDER = '  log.warn("delivery failed", hook.id);';
const QUIETER = '  log.debug("delivery failed", hook.id);';

describe("a finding is against an earlier one", () => {
  test("when its diff takes the earlier diff back", () => {
    const found = against(diff(`-${LOUDER}`, `+${QUIETER}`), diff(`-${QUIETER}`, `+${LOUDER}`));
    expect(found).toMatchObject({ of: { cluster: "I1", round: 1 } });
    expect(found?.because).toContain("log.debug");
  });

  test("when it only removes what the earlier one only added, or the reverse", () => {
    expect(against(diff(`+${LOUDER}`), diff(`-${LOUDER}`))).toBeDefined();
    expect(against(diff(`-${LOUDER}`), diff(`+${LOUDER}`))).toBeDefined();
  });

  test.each([
    ["Add the `retryLimit` check before the loop.", "The guard is noise. Remove `retryLimit`."],
    ["Raise the timeout of `connect` to a minute.", "Lower `connect` to ten seconds."],
    ["Raise `CONNECT_TIMEOUT` to a minute.", "Lower the `CONNECT_TIMEOUT` again."],
    ["Move `delivery failed` from debug to warn.", "Lower `delivery failed` from warn to debug."],
  ])("when its words ask for the reverse: %s / %s", (earlier, now) => {
    expect(against(said(earlier), said(now))).toBeDefined();
  });

  test.each([
    "This asks to undo R1.I1.",
    "Drop the limit again. It contradicts the advice of `R1.I1`, which is worse.",
    "This finding is against what **R1.I1** asked for.",
    "I propose to reverse the fix of round 1, I1.",
    "Reverses I1 of round 1.",
  ])("when its author says so and names it: %s", (body) => {
    expect(against({}, { body })).toEqual({
      of: { review: expect.any(String), round: 1, cluster: "I1" },
      tier: "coarse",
      confidence: 0.9,
      because: "its author says that it asks to undo R1.I1",
    });
  });
});

describe("silent", () => {
  test.each([
    "This does not contradict R1.I1.",
    "This asks to undo R1.I9.",
    "The commit undoes the fix of R1.I1: retries never stop again.",
    "It reverts the fix for R1.I1.",
    "R1.I1 is open.",
    "It is against the style.\n\nR1.I1 is another matter.",
    "```text\nThis asks to undo R1.I1.\n```",
  ])("where it names an earlier problem otherwise, or one that nobody asks about: %s", (body) => {
    expect(against({}, { body })).toBeUndefined();
  });

  test("when it changes once more what was changed", () => {
    expect(
      against(diff(`-${LOUDER}`, `+${QUIETER}`), diff(`-${QUIETER}`, '+  log.info("lost", hook.id);')),
    ).toBeUndefined();
  });

  test("when it asks for the same", () => {
    expect(against(diff(`-${LOUDER}`, `+${QUIETER}`), diff(`-${LOUDER}`, `+${QUIETER}`))).toBeUndefined();
    expect(against(said("Remove `retryLimit`."), said("Drop `retryLimit`."))).toBeUndefined();
  });

  test("when the reverse is asked for in another file or of another thing", () => {
    const elsewhere = { ...said("Remove `retryLimit`."), locations: [{ path: "src/other.ts" }] };
    expect(against(said("Add `retryLimit`."), elsewhere)).toBeUndefined();
    expect(against(said("Add `retryLimit`."), said("Remove `retryCount`."))).toBeUndefined();
  });

  test("when one of the two asks for both, at two places", () => {
    const both = said("Remove `close` here. Add `close` at the end.");
    expect(against(both, said("Add `close` to the handler."))).toBeUndefined();
  });

  test("on diffs of brackets and moved lines", () => {
    expect(against(diff("+}", "+});"), diff("-}", "-});"))).toBeUndefined();
    expect(against(diff(`-${LOUDER}`, "+  flush(queue);", `+${LOUDER}`), diff(`+${LOUDER}`))).toBeUndefined();
  });
});
