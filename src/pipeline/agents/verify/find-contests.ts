import type { Observation } from "#model/assessment.ts";
import type { RuledCluster } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { FindingGrounding } from "#model/grounding.ts";
import type { ClusterId } from "#model/ids.ts";
import { findContest } from "#steps/build-report/find-contest.ts";

/** What the contests of kept clusters are found in. */
export interface ContestFacts {
  readonly findings: readonly Finding[];
  readonly groundings: readonly FindingGrounding[];
  /** What reviewers say beside their findings. */
  readonly observations: readonly Observation[];
}

/** What speaks against each kept cluster, by the rules by which the report calls it contested. */
export function findContests(
  clusters: readonly RuledCluster[],
  { findings, groundings, observations }: ContestFacts,
): Map<ClusterId, string> {
  const contests = new Map<ClusterId, string>();
  for (const { id, members, ruling } of clusters) {
    if (ruling.kind !== "keep") continue;
    const ids = new Set<string>(members.map(({ finding }) => finding));
    const contest = findContest({
      members: findings.filter((finding) => ids.has(finding.id)),
      groundings: groundings.filter(({ finding }) => ids.has(finding)),
      observations,
    });
    if (contest !== undefined) contests.set(id, contest.why);
  }
  return contests;
}
