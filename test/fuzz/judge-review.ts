import type { ReviewerRun } from "#model/panel/reviewer.ts";
import { decideVerdict, type VerdictKind } from "#model/verdict.ts";
import { findIncomplete } from "#pipeline/round/round-outcome.ts";
import { type ReadReview, readReview } from "#steps/read-review/read-review.ts";
import { anOutcome, aReviewer } from "../helpers/builders.ts";
import { judged } from "../helpers/judged.ts";

/** What the reader and the rule of the verdict make of one review. */
export function judgeReview(text: string): { readonly verdict: VerdictKind; readonly read: ReadReview } {
  const reviewer = aReviewer();
  const read = readReview(text, { reviewer: reviewer.id });
  const runs: ReviewerRun[] = [{ reviewer: reviewer.id, pass: 1, outcome: "completed", textStatus: "verbatim", text }];
  const scope = { commits: [], files: [], hunks: [] };
  const incomplete = findIncomplete(anOutcome({ scope, reviewers: [reviewer], runs, statements: [read] }));
  const clusters = judged(read.findings, { reviewers: [reviewer] });
  return { verdict: decideVerdict(clusters, runs, { reviewers: [reviewer], incomplete }).kind, read };
}

export const isGreen = (verdict: VerdictKind): boolean =>
  verdict === "merge" || verdict === "merge-with-optional-fixes";
