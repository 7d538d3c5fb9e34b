import type { RuledCluster } from "#model/cluster.ts";
import type { ClusterId, ReviewerId } from "#model/ids.ts";
import type { Review } from "#model/review.ts";

/** The reviewers behind each cluster: those it credits, and those whose findings are its members. */
export type Supporters = ReadonlyMap<ClusterId, ReadonlySet<ReviewerId>>;

/** Finds the reviewers behind each cluster of a record. */
export function findSupporters(review: Review): Supporters {
  const reviewerOf = new Map(review.findings.map(({ id, reviewer }) => [id, reviewer]));
  const result = new Map<ClusterId, ReadonlySet<ReviewerId>>();
  for (const { id, credits, members } of review.clusters) {
    const reviewers = new Set<ReviewerId>(credits.map(({ reviewer }) => reviewer));
    for (const { finding } of members) {
      const reviewer = reviewerOf.get(finding);
      if (reviewer !== undefined) reviewers.add(reviewer);
    }
    result.set(id, reviewers);
  }
  return result;
}

/** A kept cluster with its final severity. */
export interface KeptCluster {
  readonly cluster: RuledCluster;
  readonly severity: "critical" | "important" | "suggestion";
}

/** The clusters that are kept. */
export function keptClusters(clusters: readonly RuledCluster[]): KeptCluster[] {
  const kept: KeptCluster[] = [];
  for (const cluster of clusters) {
    if (cluster.ruling.kind === "keep") kept.push({ cluster, severity: cluster.ruling.severity });
  }
  return kept;
}
