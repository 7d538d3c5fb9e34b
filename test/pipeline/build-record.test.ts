import { expect, test } from "vitest";
import type { RuledCluster } from "#model/cluster.ts";
import { buildLedger } from "#model/ledger.ts";
import { reviewerId } from "#model/ids.ts";
import type { AgentReceipt } from "#model/panel/receipt.ts";
import { reviewSchema } from "#model/review.ts";
import { decideVerdict } from "#model/verdict.ts";
import { findIncomplete, findRemarks, type RoundOutcome } from "#pipeline/round/round-outcome.ts";
import { type FinishedRound, buildRecord } from "#pipeline/build-record.ts";
import { aCluster, aFailedRun, aFinding, anOutcome, aReviewer, aRun, aScope } from "../helpers/builders.ts";

const hunk = (path: string, newStart = 1) => ({ path, oldStart: newStart, oldLines: 1, newStart, newLines: 2 });
const [a, b, lock] = [hunk("a.ts"), hunk("b.ts"), hunk("lock.json")];
const scope = aScope({
  files: [
    { path: "a.ts", change: "modified" },
    { path: "b.ts", change: "modified" },
    { path: "lock.json", change: "modified", listed: "lock file" },
  ],
  hunks: [a, b, lock],
});
const [claude, codex] = [reviewerId("claude"), reviewerId("codex")];

interface Round extends Partial<RoundOutcome>, Partial<Pick<FinishedRound, "raised" | "verified">> {
  readonly clusters?: readonly RuledCluster[];
}

function record(receipt: AgentReceipt | undefined, round: Round = {}) {
  const { raised = [], verified, clusters = [], ...over } = round;
  const reviewers = [aReviewer(), aReviewer({ id: "codex" })];
  const runs = [aRun(), aRun({ reviewer: "codex" })];
  const outcome = anOutcome({ scope, reviewers, runs, receipt, ...over });
  const verdict = decideVerdict(clusters, outcome.runs, {
    reviewers: outcome.reviewers,
    incomplete: findIncomplete(outcome),
    remarks: findRemarks(outcome),
  });
  const findings = raised.map(({ finding }) => finding);
  const review = buildRecord({
    id: "2026-01-02-one",
    tool: "deep-review 0",
    startedAt: "2026-01-02T03:04:05.000Z",
    outcome,
    raised,
    judgement: { clusters, ledger: buildLedger({ findings, clusters }), verdict, history: undefined },
    excerpts: [],
    verified,
  });
  return reviewSchema.parse(JSON.parse(JSON.stringify(review)));
}

test("a round in which every hunk was read is judged as ever", () => {
  const readings = [a, b].map((own) => ({ reviewer: claude, hunk: own }));
  expect(record({ readings, opened: [], gate: { readers: 1, unread: [] } }).verdict.kind).toBe("merge");
});

test("what reviewers say of fixes is in the record; where nobody does, there is nothing", () => {
  const fixVerdicts = [
    {
      reviewer: claude,
      pass: 1,
      of: "R1.I1",
      closes: "yes" as const,
      locations: [],
      quotes: [],
      text: "R1.I1: closes",
    },
  ];
  expect(record(undefined, { statements: [{}, { fixVerdicts }] }).fixVerdicts).toEqual(fixVerdicts);
  expect(record(undefined, { statements: [{ fixVerdicts: [] }] })).not.toHaveProperty("fixVerdicts");
});

test("an unread hunk makes the verdict incomplete; what stands is said first", () => {
  const receipt = { readings: [], opened: [], gate: { readers: 1, unread: [b] } };
  const { verdict } = record(receipt, { raised: [{ finding: aFinding() }], clusters: [aCluster()] });
  expect(verdict).toEqual({
    kind: "incomplete",
    because: "I1 is important and stands; 1 of 2 hunks was read by no agent; not read: 1 lock file",
    decidedBy: ["I1"],
  });
});

test("a required agent that failed makes the verdict incomplete, an optional one is named", () => {
  const receipt = { readings: [], opened: [], gate: { readers: 1, unread: [] } };
  const runs = [aRun(), aFailedRun({ reviewer: "codex" })];
  expect(record(receipt, { runs }).verdict).toMatchObject({
    kind: "incomplete",
    because: "1 of 2 reviewers failed; Codex did not end and is required; not read: 1 lock file",
  });
  const reviewers = [aReviewer(), aReviewer({ id: "codex", optional: true })];
  expect(record(receipt, { runs, reviewers }).verdict).toMatchObject({
    kind: "merge",
    because: "nothing stands; 1 of 2 reviewers failed; not read: 1 lock file",
  });
});

test("reviews from elsewhere have no receipt; one that could not be read is still missing", () => {
  expect(record(undefined).verdict.kind).toBe("merge");
  const runs = [aRun(), aFailedRun({ reviewer: "codex" })];
  expect(record(undefined, { runs }).verdict.kind).toBe("incomplete");
});

test("who read every hunk is named once; the others hunk by hunk", () => {
  const readings = [...[a, b, lock].map((own) => ({ reviewer: claude, hunk: own })), { reviewer: codex, hunk: a }];
  const { receipt } = record({ readings, opened: [], gate: { readers: 1, unread: [] } });
  expect(receipt.readAll).toEqual(["claude"]);
  expect(receipt.readings).toEqual([{ reviewer: "codex", hunk: a }]);
});

test("what was not given, and who cannot be watched, stands among the gaps", () => {
  const { gaps } = record({
    readings: [],
    opened: [],
    unobserved: [codex],
    notGiven: [
      { reviewer: claude, path: "a.ts", why: "over the budget" },
      { reviewer: claude, path: "b.ts", why: "over the budget" },
    ],
    gate: { readers: 1, unread: [] },
  });
  expect(gaps).toEqual([
    "skipped, lock file: lock.json",
    "not given to Claude: a.ts and 1 more (over the budget)",
    "Codex does not tell what it opens: what it read is unproven",
  ]);
});

test("what came of verifying is recorded, and what was not verified is a gap", () => {
  const none = { answer: "none" as const, silence: "limit" as const, proofs: [], because: "no more than 12" };
  const finding = aFinding();
  const review = record(undefined, {
    raised: [{ finding }],
    clusters: [aCluster()],
    verified: {
      verifications: [{ claim: finding.id, findings: [finding.id], ...none }],
      demonstrations: [],
      gaps: ["1 finding was not verified: no more than 12 are verified in a round"],
    },
  });
  expect(review.verifications).toHaveLength(1);
  expect(review.demonstrations).toEqual([]);
  expect(review.gaps.at(-1)).toContain("1 finding was not verified");
  expect(record(undefined)).not.toHaveProperty("verifications");
});

test("the summary speaks of the built-in reviewers only if one of them is on the panel", () => {
  const summary = (...reviewers: RoundOutcome["reviewers"]): string => {
    const runs = reviewers.map(({ id }) => aFailedRun({ reviewer: id }));
    return record(undefined, { reviewers, runs }).sections?.[0]?.text ?? "";
  };
  const built = "The built-in reviewers look for loose ends";
  const unjudged = "Logic, concurrency and design were not judged: no agent answered.";
  const lint = aReviewer({ id: "hazard-lint", kind: "analyzer" });
  expect(summary(aReviewer())).toContain(`\n\n${unjudged}`);
  expect(summary(aReviewer())).not.toContain(built);
  expect(summary(aReviewer(), lint)).toContain(built);
  expect(summary(aReviewer(), lint)).toContain(`. ${unjudged}`);
});
