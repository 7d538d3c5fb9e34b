import type { RuledCluster } from "#model/cluster.ts";
import { formatLocations } from "#model/location.ts";
import type { Review } from "#model/review.ts";
import type { StandingDecision } from "#model/rounds/standing-decision.ts";
import { SEVERITIES, type Severity } from "#model/severity.ts";
import { buildFinding } from "#steps/build-report/build-finding.ts";
import { decisionAbout } from "./decision-about.ts";
import { isExpired } from "./sort-decisions.ts";

/** A kept finding of a report, as a list shows it. */
export interface ListedFinding {
  readonly cluster: RuledCluster;
  readonly severity: Severity;
  readonly title: string;
  /** `src/a.ts:10-14`; empty where it has none. */
  readonly place: string;
  /** What holds about it today. */
  readonly decision: StandingDecision | undefined;
}

/** The kept findings of a review, worst first, each with what was decided about it. `today` is `2027-01-31`. */
export function listFindings(
  review: Review,
  decisions: readonly StandingDecision[],
  today: string,
): readonly ListedFinding[] {
  const kept = review.clusters.filter(({ ruling }) => ruling.kind === "keep");
  const listed = kept.map((cluster): ListedFinding => {
    const { severity, title, locations, places } = buildFinding(review, cluster);
    const newest = decisionAbout({ review, cluster }, decisions);
    const holds = newest !== undefined && newest.kind !== "reopened" && !isExpired(newest, today);
    const place = formatLocations(locations)[0] ?? places[0] ?? "";
    return { cluster, severity, title, place, decision: holds ? newest : undefined };
  });
  return SEVERITIES.flatMap((severity) => listed.filter((finding) => finding.severity === severity));
}
