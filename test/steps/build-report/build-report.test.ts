import { describe, expect, test } from "vitest";
import { buildReport } from "#steps/build-report/build-report.ts";
import {
  aClaim,
  aCluster,
  aDecision,
  aFailedRun,
  aFinding,
  anObservation,
  aReview,
  aReviewer,
  aRun,
  aStatement,
} from "../../helpers/builders.ts";

const panel = [aReviewer(), aReviewer({ id: "codex" }), aReviewer({ id: "gemini" })];

/** Claude and Codex raise one problem, Gemini calls it critical; Claude's other one stands alone, Gemini's is refuted. */
function mergedReview(over: Parameters<typeof aReview>[0] = {}) {
  return aReview({
    reviewers: panel,
    findings: ["claude:I1", "claude:S1", "codex:S1", "gemini:C1", "gemini:C2"].map((id) => aFinding({ id })),
    clusters: [
      aCluster({ id: "I1", members: ["claude:I1", "codex:S1", "gemini:C1"] }),
      aCluster({ id: "S1", members: ["claude:S1"] }),
      aCluster({ id: "X1", members: ["gemini:C2"] }),
    ],
    ...over,
  });
}

describe("counts", () => {
  test("a finding is what its last decision made of it, and counts once", () => {
    const about = { kind: "finding" as const, cluster: "I1", text: "I1" };
    const decisions = [
      aDecision({ about }),
      aDecision({ about, kind: "reopened" }),
      aDecision({ about, kind: "declined" }),
      aDecision({ about, kind: "commented" }),
      aDecision({ about: { kind: "testing", text: "a gap" } }),
    ];
    const { counts, kept } = buildReport(mergedReview({ decisions }));
    expect(kept.map(({ id, state }) => [id, state])).toEqual([
      ["I1", "declined"],
      ["S1", "open"],
    ]);
    expect(counts.states).toMatchObject({ fixed: 0, declined: 1, open: 1 });
    expect(buildReport(mergedReview({ decisions: decisions.slice(0, 2) })).kept[0]?.state).toBe("open");
  });

  test("come from the ledger", () => {
    const { counts } = buildReport(mergedReview());
    expect(counts).toEqual({
      raised: 5,
      merged: 2,
      unlinked: 0,
      kept: { critical: 0, important: 1, suggestion: 1, all: 2 },
      moved: 0,
      dropped: 1,
      otherDecisions: [],
      contested: 1,
      states: { fixed: 0, declined: 0, "accepted-risk": 0, "not-applicable": 0, open: 2 },
      remarks: 0,
      reviewers: { all: 3, completed: 3, failed: 0, heard: 3 },
      commenters: 0,
    });
  });

  test("who only commented is no reviewer that completed, and what it raises alone says so", () => {
    const reviewers = [aReviewer(), aReviewer({ id: "eve", kind: "person", optional: true, commented: true })];
    const findings = [aFinding({ id: "claude:I1" }), aFinding({ id: "eve:C1" })];
    const by = (id: string, reviewer: string) =>
      aCluster({ id, members: [`${reviewer}:${id}`], credits: [{ reviewer }] });
    const review = aReview({ reviewers, findings, clusters: [by("C1", "eve"), by("I1", "claude")] });
    const { counts, kept, verdict } = buildReport(review);
    expect(counts).toMatchObject({ reviewers: { all: 1, completed: 1, failed: 0, heard: 1 }, commenters: 1 });
    expect(kept.map(({ notes }) => notes)).toEqual([["raised by commenters alone, does not decide"], []]);
    expect(verdict).toMatchObject({ kind: "merge-with-fixes", decidedBy: ["I1"] });
  });

  test("what was decided on anything but a kept finding is counted apart", () => {
    const decisions = [
      aDecision(),
      aDecision({ kind: "declined", about: { kind: "finding", cluster: "X1", text: "X1" } }),
      aDecision({ kind: "declined", about: { kind: "testing", text: "a gap" } }),
      aDecision({ kind: "declined", source: "earlier-rounds", about: { kind: "testing", text: "a gap" } }),
    ];
    const { counts } = buildReport(mergedReview({ decisions }));
    expect(counts.states).toMatchObject({ fixed: 1, declined: 0, open: 1 });
    expect(counts.otherDecisions).toEqual([{ kind: "declined", count: 2 }]);
  });

  test("a finding that the report itself marks invalid is struck, and shown among the dropped", () => {
    const review = aReview({
      findings: [],
      clusters: [
        aCluster({
          id: "I1",
          members: [],
          statement: aStatement(),
          ruling: { kind: "drop", reason: "refuted", because: "marked invalid" },
        }),
      ],
    });
    const { counts, dropped } = buildReport(review);
    expect([counts.unlinked, counts.dropped, counts.raised]).toEqual([1, 1, 0]);
    expect(dropped[0]).toMatchObject({ id: "I1", severity: "important", dropReason: "refuted" });
  });
});

describe("a finding's card", () => {
  const [merged, single] = buildReport(mergedReview()).kept;

  test("names every reviewer behind it with what each claimed", () => {
    expect(
      merged?.voices.map(({ reviewer, members }) => [reviewer.id, members[0]?.label, members[0]?.claimed]),
    ).toEqual([
      ["claude", "I1", "important"],
      ["codex", "S1", "suggestion"],
      ["gemini", "C1", "critical"],
    ]);
  });

  test("is contested when ratings are two levels apart, with both sides", () => {
    expect(merged?.contested?.sides).toEqual([
      { says: "critical", reviewers: ["gemini"] },
      { says: "important", reviewers: ["claude"] },
      { says: "suggestion", reviewers: ["codex"] },
    ]);
    expect(single?.contested).toBeUndefined();
  });

  test("names who completed and did not raise it", () => {
    expect(single?.silent).toEqual(["codex", "gemini"]);
  });

  test("does not call a reviewer silent that failed", () => {
    const runs = [aRun(), aRun({ reviewer: "codex" }), aFailedRun({ reviewer: "gemini" })];
    expect(buildReport(mergedReview({ runs })).kept[1]?.silent).toEqual(["codex"]);
  });

  test("says why a credit has no raw finding", () => {
    const review = aReview({
      reviewers: panel,
      runs: [aRun(), aRun({ reviewer: "codex" }), aRun({ reviewer: "gemini", text: undefined, textStatus: "pointer" })],
      findings: [aFinding()],
      clusters: [
        aCluster({
          members: ["claude:I1"],
          credits: [{ reviewer: "claude" }, { reviewer: "codex" }, { reviewer: "gemini" }],
        }),
      ],
    });
    const voices = buildReport(review).kept[0]?.voices;
    expect(voices?.map(({ unlinked }) => unlinked)).toEqual([
      undefined,
      "no raw finding of it matches; the point may come from its assessments",
      "only a pointer to its raw review was kept",
    ]);
  });

  test("takes its class from its members where the report gives none and they agree", () => {
    const review = aReview({
      findings: [aFinding({ class: "gap" }), aFinding({ id: "codex:I1", class: "gap" })],
      clusters: [aCluster({ members: ["claude:I1", "codex:I1"], statement: aStatement() })],
    });
    expect(buildReport(review).kept[0]?.class).toBe("gap");
  });

  test("carries what people decided on it", () => {
    const review = mergedReview({ decisions: [aDecision(), aDecision({ source: "earlier-rounds" })] });
    expect(buildReport(review).kept.map(({ decisions }) => decisions.length)).toEqual([1, 0]);
  });

  test.each([
    [{ quotes: [], repros: [] }, "asserted"],
    [{ quotes: [{ code: "retry();\nretry();" }], repros: [] }, "quoted"],
    [{ quotes: [{ code: "x" }], repros: [{ script: "curl", output: "410" }] }, "reproduced"],
    [{ quotes: [], repros: [{ script: "curl" }] }, "asserted"],
  ])("with %j its evidence is %s", (over, level) => {
    const review = aReview({ findings: [aFinding()], clusters: [aCluster({ statement: aStatement(over) })] });
    expect(buildReport(review).kept[0]?.evidence.level).toBe(level);
  });
});

describe("the verdict", () => {
  test("of an imported report is its own, and says where the rule differs", () => {
    const report = buildReport(
      mergedReview({ statedVerdict: { phrase: "Merge as-is", kind: "merge", rationale: "fine" } }),
    );
    expect(report.verdict).toMatchObject({
      phrase: "Merge as-is",
      rationale: "fine",
      decidedBy: ["I1"],
      rule: { phrase: "Merge with fixes", differs: true, because: "I1 is important and stands" },
    });
  });

  test("is not given to an architecture review, which judges no change", () => {
    expect(buildReport(mergedReview({ kind: "architecture" })).verdict).toMatchObject({
      phrase: "No verdict",
      kind: undefined,
    });
  });

  test("is the rule's where none is stated", () => {
    expect(buildReport(mergedReview()).verdict).toMatchObject({ phrase: "Merge with fixes", rule: { differs: false } });
  });
});

describe("the retro", () => {
  const [claude, codex, gemini] = buildReport(
    mergedReview({
      receipt: {
        claims: [
          aClaim({ path: "src/deliver.ts" }),
          aClaim({ reviewer: "codex", path: "src/deliver.ts", claim: "findings" }),
        ],
        readings: [],
      },
      observations: [anObservation(), anObservation({ id: "claude:D2", kind: "strength" })],
    }),
  ).retro;

  test("counts raised, kept, merged and alone", () => {
    expect(claude).toMatchObject({
      raised: { critical: 0, important: 1, suggestion: 1 },
      keptFindings: 2,
      merged: 1,
      standsBehind: { critical: 0, important: 1, suggestion: 1 },
      alone: { critical: 0, important: 0, suggestion: 1 },
      observations: { concerns: 1, strengths: 1 },
    });
  });

  test("says from which severity to which", () => {
    expect(gemini?.downgraded).toEqual([{ from: "critical", to: "important", count: 1 }]);
    expect(codex?.promoted).toEqual([{ from: "suggestion", to: "important", count: 1 }]);
  });

  test("counts drops by reason, and refuted ones as false positives", () => {
    expect(gemini).toMatchObject({ dropped: [{ reason: "refuted", count: 1 }], falsePositives: 1 });
  });

  test("computes coverage misses: called clean, and others' findings stand there", () => {
    expect(claude?.coverageMisses).toEqual([]);
    const review = mergedReview({
      receipt: { claims: [aClaim({ reviewer: "codex", path: "deliver.ts" })], readings: [] },
    });
    expect(buildReport(review).retro[1]?.coverageMisses).toEqual([{ path: "deliver.ts", clusters: ["S1"] }]);
  });

  test("without a raw review what was raised is unknown, not zero", () => {
    const review = aReview({
      reviewers: panel,
      runs: [aRun(), aRun({ reviewer: "codex" }), aFailedRun({ reviewer: "gemini" })],
    });
    const column = buildReport(review).retro[2];
    expect(column?.raised).toBeUndefined();
    expect(column?.keptFindings).toBeUndefined();
    expect(column?.coverageMisses).toBeUndefined();
  });
});

describe("contradictions", () => {
  const contradict = (label: string, cells: string[]) =>
    buildReport(
      mergedReview({ retro: { paragraphs: [], columns: ["claude", "codex", "gemini"], rows: [{ label, cells }] } }),
    ).contradictions.map(({ reviewer, written, computed }) => [reviewer, written, computed]);

  test("a Findings row means what stands under the reviewer's name", () => {
    expect(contradict("Findings", ["1I 1S", "1I", "2C"])).toEqual([["gemini", "2C", "1I"]]);
  });

  test("a severity row means what was raised", () => {
    expect(contradict("Critical", ["0", "0", "1 (downgraded)"])).toEqual([["gemini", "1 (downgraded)", "2"]]);
  });

  test("unique insights are the clusters it alone stands behind", () => {
    expect(contradict("Unique insights", ["3", "0", "0"])).toEqual([["claude", "3", "1"]]);
  });

  test("prose and dashes contradict nothing", () => {
    expect(contradict("Findings", ["most of them", "—", "not recorded"])).toEqual([]);
  });
});

test("the account lists every raw finding once", () => {
  const { account, rawReviews } = buildReport(mergedReview());
  expect(account.map(({ finding }) => finding.id)).toEqual([
    "claude:I1",
    "claude:S1",
    "codex:S1",
    "gemini:C1",
    "gemini:C2",
  ]);
  expect(rawReviews.map(({ findings }) => findings.map(({ clusters }) => clusters.join()))).toEqual([
    ["I1", "S1"],
    ["I1"],
    ["I1", "X1"],
  ]);
});
