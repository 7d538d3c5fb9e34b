import type { RuledCluster } from "#model/cluster.ts";
import type { Review } from "#model/review.ts";
import { seriesName } from "#model/history/series-name.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { keysOf, refKey } from "./sort-decisions.ts";

/** A finding of a report that people decide about. */
export interface DecidedFinding {
  readonly review: Review;
  readonly cluster: RuledCluster;
}

/** The newest decision about a finding, be it one that ended it or one that reopened it; undefined where there is none. */
export function decisionAbout(
  { review, cluster }: DecidedFinding,
  decisions: readonly StandingDecision[],
): StandingDecision | undefined {
  const { pullRequest, branch } = review.scope;
  // A branch and its pull request are one series.
  const here = [seriesName({ pullRequest }), seriesName({ branch })];
  const keys = keysOfFinding({ review, cluster });
  const named = idsNamedBy(cluster);
  const about = decisions
    .filter(({ scope: { series } }) => series === undefined || here.includes(series))
    .filter((decision) => named.has(decision.id) || keysOf(decision).some((key) => keys.has(key)));
  // One that the report names may itself have been followed by another about the same problem.
  const wider = new Set(about.flatMap((decision) => keysOf(decision)));
  return decisions
    .filter((decision) => about.includes(decision) || keysOf(decision).some((key) => wider.has(key)))
    .filter(({ scope: { series } }) => series === undefined || here.includes(series))
    .reduce<StandingDecision | undefined>(
      (newest, one) => (newest === undefined || Date.parse(one.date) >= Date.parse(newest.date) ? one : newest),
      undefined,
    );
}

/** Itself, the earlier problem that it was recognised as, and its exact fingerprint. */
function keysOfFinding({ review, cluster }: DecidedFinding): Set<string> {
  const { lineage, identity } = cluster;
  const earlier = lineage?.kind === "contradicts" ? undefined : lineage?.recognised?.of;
  return new Set([
    refKey({ review: review.id, cluster: cluster.id }),
    ...(earlier === undefined ? [] : [refKey(earlier)]),
    ...(identity?.exact === undefined ? [] : [`${identity.version} ${identity.exact}`]),
  ]);
}

/** Decisions that the record itself brings up against the finding. */
function idsNamedBy({ lineage, ruling }: RuledCluster): Set<string> {
  const dropped = ruling.kind === "drop" && ruling.reason === "declined-earlier" ? ruling.because : "";
  return new Set([
    ...(dropped.match(/\bD-[0-9a-f]{10}\b/g) ?? []),
    ...(lineage?.decision === undefined ? [] : [lineage.decision]),
  ]);
}
