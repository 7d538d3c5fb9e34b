import { describe, expect, test } from "vitest";
import { decideReraised, type DecidedFacts, type RaisedProblem } from "#steps/history/status/decide-reraised.ts";
import { aState, aStandingDecision, changedBy, fix, TODAY } from "../problems.ts";

const decide = (raised: Partial<RaisedProblem> = {}, facts: Partial<DecidedFacts> = {}) =>
  decideReraised(
    { severity: "important", rung: "quoted", match: { tier: "meaning" }, ...raised },
    { decision: aStandingDecision(), code: aState(), today: TODAY, ...facts },
  );
const shown = (...args: Parameters<typeof decide>): string => {
  const decided = decide(...args);
  return decided.kind === "keep" ? decided.shownBecause : "dropped";
};

describe("a declined problem that is raised again", () => {
  test("is dropped, with the decision's id, reason, author and day", () => {
    const decided = decide();
    expect(decided).toEqual({
      kind: "drop",
      because: 'Declined by Ann on 2026-11-02 (D-0123456789): "Subscribers come back."; its code is unchanged since.',
    });
  });

  test.each(["unchanged", "moved", "around", "layout", "unknown"] as const)(
    "is dropped when its code is %s",
    (kind) => {
      expect(decide({}, { code: aState({ kind }) }).kind).toBe("drop");
    },
  );

  test("is shown when its code changed in what it says, with the commits", () => {
    expect(shown({}, { code: changedBy(fix) })).toBe("The code it was about changed in 1a2b3c4 (Stop at 410).");
  });

  test("is shown when its evidence is better than it was, not when it is as good or worse", () => {
    expect(shown({ rung: "shown" })).toBe("Its evidence was quoted and is shown now.");
    expect(shown({ rung: "quoted" })).toBe("dropped");
    expect(shown({ rung: "asserted" })).toBe("dropped");
  });

  test("is shown when it is critical, unless it is surely the same", () => {
    expect(shown({ severity: "critical" })).toContain("not surely the same");
    expect(shown({ severity: "critical", match: { tier: "coarse" } })).toContain("not surely the same");
    expect(shown({ severity: "critical", match: { tier: "exact" } })).toBe("dropped");
  });

  test("is shown when the decision has run out", () => {
    expect(shown({}, { decision: aStandingDecision({ until: "2026-11-15" }) })).toContain("held until 2026-11-15");
    expect(shown({}, { decision: aStandingDecision({ until: TODAY }) })).toBe("dropped");
  });

  test("is told with all reasons to show it", () => {
    const text = shown({ severity: "critical", rung: "confirmed" }, { code: changedBy(fix) });
    expect(text).toMatch(/^The code .*, and its evidence .*, and it is rated critical .*\.$/);
  });
});
