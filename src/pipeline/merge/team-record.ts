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

/** So many of the newest published reports are looked at. */
const NEWEST = 100;

/**
 * What became of the reviewers' ratings: the shipped counts, and those of the reports that the team has in its archive.
 * Only published reports count: their severities were set by somebody else, ours would confirm themselves. Those that
 * come with the change under review do not: it would rate itself. In CI none does, for a record there may come from a run
 * that the change could tamper with.
 */
export async function readTeamRecord(
  archive: Archive,
  panel: readonly Reviewer[],
  isBrought: (id: string) => boolean = () => false,
): Promise<SeverityRecord> {
  // Who was not asked to review is not rated anew, so such rounds need not read the archive.
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
