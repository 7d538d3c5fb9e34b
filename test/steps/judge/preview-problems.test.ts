import { describe, expect, test } from "vitest";
import type { Finding } from "#model/finding.ts";
import { findingGroundingSchema, type Grounding } from "#model/grounding.ts";
import { previewProblems } from "#steps/judge/preview-problems.ts";
import type { RulingInput } from "#steps/judge/judge.ts";
import { aFinding, anObservation, aReviewer } from "../../helpers/builders.ts";

const REVIEWERS = ["claude", "codex", "gemini"].map((id) => aReviewer({ id }));
const RACE = {
  title: "`reload` races with `close` on the watcher channel",
  body: "`close` sets `watcher` to nil while `reload` still sends on it; the send panics under load.",
  locations: [{ path: "pkg/watch/watcher.go", start: 40, end: 52 }],
};
const TYPO = {
  title: "Typo in the flag's help text",
  body: "`recieve` should be `receive`.",
  locations: [{ path: "cmd/main.go", start: 9, end: 9 }],
};

const preview = (findings: readonly Finding[], over: Partial<RulingInput> & { isPending?: () => boolean } = {}) =>
  previewProblems({
    raised: findings.map((finding) => ({ finding })),
    reviewers: REVIEWERS,
    observations: [],
    ...over,
  });

describe("the problems so far", () => {
  test("are told with who speaks for them, their members and the families behind them", () => {
    const findings = [aFinding({ id: "claude:I1", ...RACE }), aFinding({ id: "codex:I1", ...RACE })];
    const problems = preview([...findings, aFinding({ id: "gemini:S1", ...TYPO })]);
    expect(
      problems.map(({ findings: own, severity, families }) => [own.length, severity, families.toSorted()]),
    ).toEqual([
      [2, "important", ["claude", "codex"]],
      [1, "suggestion", ["gemini"]],
    ]);
    expect(problems[0]?.findings).toContain(problems[0]?.finding.id);
  });

  test("are only those that would be kept", () => {
    expect(preview([aFinding({ id: "claude:I1", withdrawn: true })])).toEqual([]);
  });

  test("that the report would call contested say what speaks against them", () => {
    const rated = [aFinding({ id: "claude:C1", ...RACE }), aFinding({ id: "codex:S1", ...RACE })];
    expect(preview(rated).map(({ contest }) => contest)).toEqual([
      "rated critical by one side and suggestion by the other",
    ]);
    const title = "`retryDelivery` loses the queue when the subscriber answers late";
    const text = "`retryDelivery()` in `deliver.ts` correctly keeps the queue for a subscriber that answers late.";
    const observations = [anObservation({ id: "gemini:D1", reviewer: "gemini", kind: "strength", text })];
    const [praised] = preview([aFinding({ id: "claude:S1", title })], { observations } as object);
    expect(praised?.contest).toBe("what one side reports, the other praises");
  });

  test("whose code was not found say so, which is a doubt and no contest", () => {
    const finding = aFinding({ id: "claude:S1", ...RACE });
    const summary: Grounding = { status: "partial", found: 1, of: 3, why: "1 of 3 lines" };
    const rest = {
      commit: "9f2c4e6",
      places: [],
      quotes: [],
      class: { differs: false, why: "" },
      fixes: [],
      claims: [],
    };
    const grounding = findingGroundingSchema.parse({ finding: finding.id, summary, ...rest });
    const [problem] = preview([], { raised: [{ finding, grounding }] });
    expect([problem?.contest, problem?.doubt]).toEqual([undefined, "1 of 3 lines"]);
  });

  test("that somebody decided against are left out, unless their evidence may yet grow", () => {
    const decisions = { against: () => ({ decision: { id: "D-0123456789" }, holds: true, because: "Declined." }) };
    const findings = [aFinding({ id: "claude:I1", ...RACE })];
    expect(preview(findings, { decisions })).toEqual([]);
    expect(preview(findings, { decisions, isPending: () => true })).toHaveLength(1);
  });
});
