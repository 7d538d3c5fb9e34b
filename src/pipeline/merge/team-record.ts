import type { Archive } from "#adapters/store/archive.ts";
import type { Review } from "#model/review.ts";
import { type Reviewer, wasAsked } from "#model/panel/reviewer.ts";
import {
  addRecords,
  countRatings,
  DEFAULT_RECORD,
  type RatedCluster,
  type SeverityRecord,
} from "#steps/judge/severity/severity-record.ts";

/** Only the newest published reports count. */
const NEWEST = 100;

/**
 * How the reviewers' ratings compare with final severities: our default counts, plus the team's archive. Only published
 * reports count, because our own severities would confirm themselves. Reports that come with the change do not count,
 * because it would rate itself; in CI none does, because the change could have tampered with them.
 */
export async function readTeamRecord(
  archive: Archive,
  panel: readonly Reviewer[],
  isBrought: (id: string) => boolean = () => false,
): Promise<SeverityRecord> {
  // The record is only needed for reviewers that were asked.
  if (!panel.some(wasAsked)) return DEFAULT_RECORD;
  const rated: RatedCluster[] = [];
  const ids = (await archive.list().catch(() => [])).filter((id) => !isBrought(id));
  for (const id of ids.slice(-NEWEST)) {
    if ((await archive.peekOrigin(id)) !== "import") continue;
    const review = await archive.read(id).catch(() => undefined);
    if (review !== undefined) rated.push(...ratedClusters(review));
  }
  return rated.length === 0 ? DEFAULT_RECORD : addRecords(DEFAULT_RECORD, countRatings(rated));
}

function ratedClusters({ clusters, findings }: Review): RatedCluster[] {
  const byId = new Map(findings.map((finding) => [finding.id, finding]));
  return clusters.flatMap(({ members, ruling }) => {
    if (ruling.kind !== "keep") return [];
    const claims = members.flatMap(({ finding: id, share }) => {
      const finding = byId.get(id);
      return finding === undefined || share !== "primary"
        ? []
        : [{ reviewer: finding.reviewer, claimed: finding.severity }];
    });
    return claims.length === 0 ? [] : [{ claims, final: ruling.severity }];
  });
}
