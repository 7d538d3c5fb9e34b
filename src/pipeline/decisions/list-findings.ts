import type { RuledCluster } from "#model/cluster.ts";
import { formatLocations } from "#model/location.ts";
import type { Review } from "#model/review.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import { decisionHolds, type StandingDecision } from "#model/history/standing-decision.ts";
import { SEVERITIES, type Severity } from "#model/severity.ts";
import { buildFinding } from "#steps/build-report/build-finding.ts";
import { type DecidedFinding, decisionAbout } from "./decision-about.ts";

/** A finding as a list shows it. */
export interface ListedFinding {
  /** `I2`; of an earlier round `R2.I3`. */
  readonly id: string;
  /** The record that contains it. */
  readonly review: Review;
  readonly cluster: RuledCluster;
  readonly severity: Severity;
  readonly title: string;
  /** `src/a.ts:10-14`, or empty. */
  readonly place: string;
  /** The decision that holds for it today. */
  readonly decision: StandingDecision | undefined;
}

/** The kept findings of a review with their decisions, worst first. `today` is `2027-01-31`. */
export function listFindings(
  review: Review,
  decisions: readonly StandingDecision[],
  today: string,
): readonly ListedFinding[] {
  const kept = review.clusters.filter(({ ruling }) => ruling.kind === "keep");
  const listed = kept.map((cluster): ListedFinding => {
    const { severity, title, locations, places } = buildFinding(review, cluster);
    const place = formatLocations(locations)[0] ?? places[0] ?? "";
    return {
      id: cluster.id,
      review,
      cluster,
      severity,
      title,
      place,
      decision: decisionInForce({ review, cluster, overtaken: cluster.lineage?.decision }, decisions, today),
    };
  });
  return SEVERITIES.flatMap((severity) => listed.filter((finding) => finding.severity === severity));
}

/** Unsettled findings of earlier rounds that this round did not raise again, worst first. Skips unreadable records. */
export async function listEarlier(
  review: Review,
  readReview: (id: string) => Promise<Review | undefined>,
  { decisions, today }: { readonly decisions: readonly StandingDecision[]; readonly today: string },
): Promise<readonly ListedFinding[]> {
  const listed: ListedFinding[] = [];
  for (const finding of review.previous) {
    const { of, ref, title, status, locations = [], raisedAgain = [], severity = "suggestion" } = finding;
    if (of === undefined || raisedAgain.length > 0 || !UNSETTLED.has(status)) continue;
    const home = await readReview(of.review);
    const cluster = home?.clusters.find(({ id }) => id === of.cluster);
    if (home === undefined || cluster === undefined) continue;
    const place = formatLocations(locations)[0] ?? "";
    const decision = decisionInForce({ review: home, cluster, overtaken: finding.decision }, decisions, today);
    listed.push({ id: ref, review: home, cluster, severity, title, place, decision });
  }
  return SEVERITIES.flatMap((severity) => listed.filter((finding) => finding.severity === severity));
}

const UNSETTLED: ReadonlySet<PreviousFinding["status"]> = new Set(["open", "partly-fixed", "unknown"]);

interface ListedSubject extends DecidedFinding {
  /** The decision that the round knew, and yet counted the finding as open: marked as fixed, but raised again. */
  readonly overtaken: string | undefined;
}

function decisionInForce(
  finding: ListedSubject,
  decisions: readonly StandingDecision[],
  today: string,
): StandingDecision | undefined {
  const newest = decisionAbout(finding, decisions);
  if (newest === undefined || newest.id === finding.overtaken || newest.kind === "reopened") return undefined;
  return decisionHolds(newest, today) ? newest : undefined;
}
