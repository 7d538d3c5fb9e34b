import { featuresOf, type Panel } from "./features.ts";
import { reasonOf } from "./reason.ts";
import { standProbability, type Confidence, type StandModel } from "./stand-probability.ts";

/** A cluster with the member that speaks for it, and how likely it stands. Nothing is left out. */
export interface RankedCluster {
  readonly members: readonly number[];
  readonly representative: number;
  readonly probability: number;
  readonly level: Confidence;
  readonly because: string;
}

/**
 * Ranks the clusters of a panel, the likeliest first. The member that is likeliest to stand speaks for its cluster, of
 * those that speak last only where there are no others: a stranger must not word what we found.
 */
export function rankClusters(panel: Panel, weights: StandModel): RankedCluster[] {
  const standings = featuresOf(panel).map((features) => standProbability(features, weights));
  const ranked = panel.clusters.map((members) => {
    const first = members.filter((at) => panel.findings[at]!.speaksLast !== true);
    const speakers = first.length > 0 ? first : members;
    const representative = speakers.reduce((best, at) =>
      standings[at]!.probability > standings[best]!.probability ? at : best,
    );
    const { probability, level } = standings[representative]!;
    return { members, representative, probability, level, because: reasonOf(standings[representative]!) };
  });
  return ranked.sort((a, b) => b.probability - a.probability || a.representative - b.representative);
}
