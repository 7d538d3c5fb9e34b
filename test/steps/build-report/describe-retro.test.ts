import { describe, expect, test } from "vitest";
import { describeRetro, type RetroFacts } from "#steps/build-report/describe-retro.ts";
import { aCluster, aFailedRun, aFinding, aReport, aReviewer, aRun } from "../../helpers/builders.ts";

const NONE = { critical: 0, important: 0, suggestion: 0 };

function said(over: Partial<RetroFacts>): string {
  return describeRetro({
    reviewer: aReviewer(),
    run: aRun(),
    outcome: "completed",
    durationSeconds: 60,
    toolCalls: undefined,
    raised: NONE,
    keptFindings: 0,
    standsBehind: NONE,
    alone: NONE,
    merged: 0,
    unique: 0,
    downgraded: [],
    promoted: [],
    routed: [],
    dropped: [],
    falsePositives: 0,
    observations: { concerns: 0, strengths: 0 },
    files: undefined,
    calledClean: undefined,
    coverageMisses: undefined,
    locations: undefined,
    written: undefined,
    runClaims: undefined,
    unopened: [],
    kept: 0,
    inCompany: true,
    ...over,
  });
}

describe("the paragraph on a reviewer", () => {
  test("tells every number with its base", () => {
    expect(
      said({
        raised: { critical: 1, important: 6, suggestion: 4 },
        keptFindings: 9,
        merged: 5,
        unique: 4,
        downgraded: [{ from: "important", to: "suggestion", count: 2 }],
        promoted: [{ from: "suggestion", to: "important", count: 1 }],
        routed: [{ to: "design", count: 1 }],
        dropped: [{ reason: "out-of-scope", count: 1 }],
        standsBehind: { critical: 1, important: 4, suggestion: 3 },
        kept: 15,
        files: 14,
        calledClean: 9,
        coverageMisses: [{ path: "a.ts", clusters: [] }],
        locations: { places: { exist: 9, checked: 10 }, quotes: { stand: 6, elsewhere: 1, checked: 7 } },
      }),
    ).toBe(
      "raised 11 findings (1 critical, 6 important, 4 suggestions); 9 were kept, 4 of them raised by nobody else. " +
        "Of the kept ones, 2 important became suggestions and 1 suggestion became important. " +
        "2 of 11 are not among the findings: 1 moved to design and 1 dropped as out of scope. " +
        "It contributed to 8 of the report's 15 findings (1 critical, 4 important, 3 suggestions). " +
        "Of 9 files that it called clean or trivial, 1 has a finding of others. " +
        "Of 10 cited places, 9 exist. Of 7 quotes, 6 were found in the code, 1 of them not where cited.",
    );
  });

  test("says one thing in the singular", () => {
    const one = { ...NONE, important: 1 };
    const places = { places: { exist: 1, checked: 1 }, quotes: { stand: 1, elsewhere: 0, checked: 1 } };
    expect(
      said({
        raised: one,
        keptFindings: 1,
        unique: 1,
        standsBehind: one,
        kept: 1,
        locations: places,
        inCompany: false,
      }),
    ).toBe(
      "raised 1 finding; 1 was kept. It kept its rating. It contributed to 1 of the report's 1 finding (1 important). Of 1 cited place, 1 exists. Of 1 quote, 1 was found in the code.",
    );
  });

  test("does not call unknown nothing", () => {
    const unknown = { raised: undefined, keptFindings: undefined, merged: undefined, unique: undefined };
    expect(said(unknown)).toBe("left no raw review: what it raised is unknown.");
    expect(said({ ...unknown, outcome: "failed" })).toBe("failed and left no review.");
    expect(said({})).toBe("raised no findings.");
  });

  test("says that it failed although it had raised something", () => {
    const raised = { ...NONE, suggestion: 2 };
    expect(said({ raised, outcome: "failed", dropped: [{ reason: "withdrawn", count: 2 }] })).toBe(
      "failed; before that it raised 2 findings (2 suggestions); none was kept. 2 of 2 are not among the findings: 2 dropped as withdrawn.",
    );
  });

  test("says of findings that others share that they do", () => {
    const raised = { ...NONE, suggestion: 2 };
    expect(said({ raised, keptFindings: 2, merged: 2 })).toContain("2 were kept, raised by others too.");
    expect(said({ raised, keptFindings: 2, unique: 2 })).toContain("2 were kept, raised by nobody else.");
  });
});

describe("the retro of a report", () => {
  const report = aReport({
    reviewers: [aReviewer(), aReviewer({ id: "codex" }), aReviewer({ id: "gemini" })],
    runs: [
      aRun(),
      aRun({ reviewer: "codex" }),
      aFailedRun({ reviewer: "codex", pass: 2 }),
      aFailedRun({ reviewer: "gemini" }),
    ],
    findings: ["claude:I1", "claude:S1", "codex:I1"].map((id) => aFinding({ id })),
    clusters: [aCluster({ members: ["claude:I1", "codex:I1"] }), aCluster({ id: "S1", members: ["claude:S1"] })],
  });

  test("splits the kept findings into merged and unique ones", () => {
    expect(report.retro.map(({ keptFindings, merged, unique }) => [keptFindings, merged, unique])).toEqual([
      [2, 1, 1],
      [1, 1, 0],
      [undefined, undefined, undefined],
    ]);
  });

  test("counts reviewers, not passes, where it says who ended", () => {
    expect(report.retro.map(({ outcome }) => outcome)).toEqual(["completed", "completed", "failed"]);
    expect(report.counts.reviewers).toEqual({ all: 3, completed: 2, failed: 1, heard: 2 });
    expect(report.verdict.rule.because).toBe("I1 is important and stands; 1 of 3 reviewers failed");
  });
});
