import { featuresOf, type Panel } from "./features.ts";
import { reasonOf } from "./reason.ts";
import { standProbability, type Confidence, type StandModel } from "./stand-probability.ts";

/** A cluster with the member that speaks for it, and how likely it stands. Nothing is left out. */
export interface RankedCluster {
  readonly members: readonly number[];
  readonly representative: number;
  /** The member whose probability is the cluster's. */
  readonly likeliest: number;
  readonly probability: number;
  readonly level: Confidence;
  readonly because: string;
}

/**
 * Ranks the clusters of a panel, the likeliest first. The likeliest member of those that claim the worst speaks for its
 * cluster: a milder wording must not stand in for it. Of those that speak last, one does only where there are no others: a
 * stranger must not word what we found.
 */
export function rankClusters(panel: Panel, weights: StandModel): RankedCluster[] {
  const standings = featuresOf(panel).map((features) => standProbability(features, weights));
  const likeliest = (members: readonly number[]): number =>
    members.reduce((best, at) => (standings[at]!.probability > standings[best]!.probability ? at : best));
  const claimOf = (at: number): number => panel.findings[at]!.claims ?? 0;
  const ranked = panel.clusters.map((members) => {
    const first = members.filter((at) => panel.findings[at]!.speaksLast !== true);
    const speakers = first.length > 0 ? first : members;
    const worst = Math.max(...speakers.map(claimOf));
    const best = likeliest(speakers);
    const representative = likeliest(speakers.filter((at) => claimOf(at) === worst));
    const { probability, level } = standings[best]!;
    return { members, representative, likeliest: best, probability, level, because: reasonOf(standings[best]!) };
  });
  return ranked.sort((a, b) => b.probability - a.probability || a.likeliest - b.likeliest);
}
