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

/** Ranks the clusters of a panel, the likeliest first; the member that is likeliest to stand speaks for its cluster. */
export function rankClusters(panel: Panel, weights: StandModel): RankedCluster[] {
  const standings = featuresOf(panel).map((features) => standProbability(features, weights));
  const ranked = panel.clusters.map((members) => {
    const representative = members.reduce((best, at) =>
      standings[at]!.probability > standings[best]!.probability ? at : best,
    );
    const { probability, level } = standings[representative]!;
    return { members, representative, probability, level, because: reasonOf(standings[representative]!) };
  });
  return ranked.sort((a, b) => b.probability - a.probability || a.representative - b.representative);
}
