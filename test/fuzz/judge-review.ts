import type { ReviewerRun } from "#model/panel/reviewer.ts";
import { decideVerdict, type VerdictKind } from "#model/verdict.ts";
import { findLacking } from "#pipeline/round/find-lacking.ts";
import { type ReadReview, readReview } from "#steps/read-review/read-review.ts";
import { aReviewer } from "../helpers/builders.ts";
import { judged } from "../helpers/judged.ts";

/** What the reader and the rule of the verdict make of one review. */
export function judgeReview(text: string): { readonly verdict: VerdictKind; readonly read: ReadReview } {
  const reviewer = aReviewer();
  const read = readReview(text, { reviewer: reviewer.id });
  const runs: ReviewerRun[] = [{ reviewer: reviewer.id, pass: 1, outcome: "completed", textStatus: "verbatim", text }];
  const panel = [{ reviewer }];
  const scope = { commits: [], files: [], hunks: [] };
  const lacking = findLacking({ scope, panel, runs, sayings: [read] });
  const clusters = judged(read.findings, { reviewers: [reviewer] });
  return { verdict: decideVerdict(clusters, runs, { reviewers: [reviewer], lacking }).kind, read };
}

export const isGreen = (verdict: VerdictKind): boolean =>
  verdict === "merge" || verdict === "merge-with-optional-fixes";
