import type { Standing } from "#model/cluster.ts";
import { isCommenter, type Reviewer } from "#model/panel/reviewer.ts";
import { severityLevel } from "#model/severity.ts";
import type { Joined } from "../cluster/join-findings.ts";
import type { Portrait } from "#likeness/portrait.ts";
import { calibrate } from "./calibrate.ts";
import { nearFindings } from "./near-findings.ts";
import { rankClusters } from "./rank-clusters.ts";
import { recordsOf } from "./stand-probability.ts";
import { CONFIDENCE_WEIGHTS } from "./weights.ts";

/** A problem with the finding that speaks for it and how likely it is real. */
export interface RankedProblem {
  readonly members: readonly number[];
  readonly representative: number;
  readonly standing: Standing;
}

/** How likely each problem is real, the likeliest first. Reviewers of one family of models are one voice. */
export function rankProblems(
  portraits: readonly Portrait[],
  { groups, pairs }: Joined,
  reviewers: readonly Reviewer[],
): RankedProblem[] {
  const families = new Map(reviewers.map(({ id, family }) => [id as string, family]));
  const commenters = new Set<string>(reviewers.filter(isCommenter).map(({ id }) => id));
  const findings = portraits.map(({ finding }) => ({
    reviewer: families.get(finding.reviewer) ?? finding.reviewer,
    text: `${finding.title}. ${finding.body}`,
    speaksLast: commenters.has(finding.reviewer),
    claims: severityLevel(finding.severity),
  }));
  const panel = {
    findings,
    clusters: groups,
    near: nearFindings(portraits.length, pairs),
    record: recordsOf(CONFIDENCE_WEIGHTS),
  };
  return rankClusters(panel, CONFIDENCE_WEIGHTS).map(
    ({ members, representative, likeliest, probability, because }) => ({
      members,
      representative,
      standing: { ...calibrate(probability, portraits[likeliest]!.placed), because },
    }),
  );
}
