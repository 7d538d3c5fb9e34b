import { expect, test } from "vitest";
import { reviewerId } from "#model/ids.ts";
import type { AgentReceipt } from "#model/panel/receipt.ts";
import { reviewSchema } from "#model/review.ts";
import { decideVerdict } from "#model/verdict.ts";
import { verdictFacts } from "#pipeline/round/find-lacking.ts";
import { type RoundResult, writeRecord } from "#pipeline/write-record.ts";
import { aCluster, aFailedRun, aFinding, aReviewer, aRun, aScope } from "../helpers/builders.ts";

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

function record(receipt: AgentReceipt | undefined, over: Partial<RoundResult> = {}) {
  const result = {
    id: "2026-01-02-one",
    tool: "deep-review 0",
    startedAt: "2026-01-02T03:04:05.000Z",
    scope,
    panel: [{ reviewer: aReviewer() }, { reviewer: aReviewer({ id: "codex" }) }],
    runs: [aRun(), aRun({ reviewer: "codex" })],
    settings: { off: [], offIn: [], ignore: [], from: "no file" },
    switchedOff: [],
    sayings: [],
    raised: [],
    clusters: [],
    excerpts: [],
    receipt,
    ...over,
  };
  const reviewers = result.panel.map(({ reviewer }) => reviewer);
  const verdict = decideVerdict(result.clusters, result.runs, { reviewers, ...verdictFacts(result) });
  return reviewSchema.parse(JSON.parse(JSON.stringify(writeRecord({ ...result, verdict }))));
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
  expect(record(undefined, { sayings: [{}, { fixVerdicts }] }).fixVerdicts).toEqual(fixVerdicts);
  expect(record(undefined, { sayings: [{ fixVerdicts: [] }] })).not.toHaveProperty("fixVerdicts");
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
  const panel = [{ reviewer: aReviewer() }, { reviewer: aReviewer({ id: "codex", optional: true }) }];
  expect(record(receipt, { runs, panel }).verdict).toMatchObject({
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
    verifications: [{ claim: finding.id, findings: [finding.id], ...none }],
    demonstrations: [],
    gaps: ["1 finding was not verified: no more than 12 are verified in a round"],
  });
  expect(review.verifications).toHaveLength(1);
  expect(review.demonstrations).toEqual([]);
  expect(review.gaps.at(-1)).toContain("1 finding was not verified");
  expect(record(undefined)).not.toHaveProperty("verifications");
});
