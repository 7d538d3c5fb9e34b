import { countRatings, type RatedCluster, type SeverityRecord } from "#steps/judge/severity/severity-record.ts";
import type { GoldReport } from "./gold.ts";

/** What became of the reviewers' ratings in published reports. */
export function learnSeverity(reports: readonly GoldReport[]): SeverityRecord {
  return countRatings(reports.flatMap(ratedClusters));
}

function ratedClusters({ findings, gold }: GoldReport): RatedCluster[] {
  return [...gold.clusters.values()].map(({ primary, severity }) => ({
    final: severity,
    claims: findings
      .filter(({ id }) => primary.has(id))
      .map((finding) => ({ reviewer: finding.reviewer, claimed: finding.severity })),
  }));
}
