import type { RuledCluster } from "#model/cluster.ts";
import type { Chronicle, Draft, PlacedRound } from "./series-problems.ts";
import { isReRaise } from "./decisions-of.ts";
import { wordingsOf } from "./wordings.ts";

/**
 * Follows what a round of our own recorded. What it knew nothing of, because a round before it was not there for it, is
 * linked by what is said. Returns the re-raises that it tells nothing about.
 */
export function linkRecorded(chronicle: Chronicle, placed: PlacedRound, knewAll: boolean): RuledCluster[] {
  const { clusters } = placed.review;
  const links = new Map<RuledCluster, Draft>();
  for (const cluster of clusters) {
    const { lineage } = cluster;
    const of = lineage?.kind === "contradicts" ? undefined : lineage?.recognised?.of;
    const draft = of === undefined ? undefined : chronicle.find(of);
    if (draft !== undefined) links.set(cluster, draft);
  }
  const isLost = ({ lineage }: RuledCluster): boolean =>
    lineage?.kind !== "contradicts" && (!knewAll || lineage?.recognised !== undefined);
  const lost = clusters.filter((cluster) => cluster.ruling.kind === "keep" && !links.has(cluster) && isLost(cluster));
  const taken = new Set(links.values());
  for (const { cluster, draft } of recogniseClusters(chronicle, placed, lost).toSorted(
    (a, b) => b.confidence - a.confidence,
  )) {
    if (taken.has(draft)) continue;
    taken.add(draft);
    links.set(cluster, draft);
  }
  for (const cluster of clusters) {
    const draft = links.get(cluster);
    if (draft !== undefined) chronicle.goOn(draft, placed, cluster);
    else if (cluster.ruling.kind === "keep") chronicle.begin(placed, cluster);
  }
  return clusters.filter((cluster) => isReRaise(cluster) && !links.has(cluster));
}

/** Links a round that recorded nothing: the surest pairs first, each earlier problem to one finding of the report. */
export function linkBySaid(chronicle: Chronicle, placed: PlacedRound): RuledCluster[] {
  const { clusters } = placed.review;
  const kept = clusters.filter(({ ruling }) => ruling.kind === "keep");
  const taken = new Set<Draft>();
  const links = new Map<RuledCluster, Draft>();
  const found = recogniseClusters(chronicle, placed, kept).toSorted((a, b) => b.confidence - a.confidence);
  for (const { cluster, draft } of found) {
    if (taken.has(draft)) continue;
    taken.add(draft);
    links.set(cluster, draft);
  }
  for (const cluster of kept) {
    const draft = links.get(cluster);
    if (draft === undefined) chronicle.begin(placed, cluster);
    else chronicle.goOn(draft, placed, cluster);
  }
  return linkReRaises(chronicle, placed, clusters.filter(isReRaise));
}

/** Gives what was dropped as declined before to the problem that it is. Returns what is none of them. */
export function linkReRaises(
  chronicle: Chronicle,
  placed: PlacedRound,
  dropped: readonly RuledCluster[],
): RuledCluster[] {
  const open = dropped.filter(({ id }) => chronicle.find({ review: placed.review.id, cluster: id }) === undefined);
  const found = new Map(recogniseClusters(chronicle, placed, open).map((each) => [each.cluster, each.draft]));
  for (const [cluster, draft] of found) chronicle.goOn(draft, placed, cluster);
  return open.filter((cluster) => !found.has(cluster));
}

interface Found {
  readonly cluster: RuledCluster;
  readonly draft: Draft;
  readonly confidence: number;
}

function recogniseClusters(chronicle: Chronicle, { review }: PlacedRound, clusters: readonly RuledCluster[]): Found[] {
  if (clusters.length === 0) return [];
  const words = new Map(clusters.map((cluster) => [cluster, wordingsOf(review, cluster)]));
  const findings = [...new Set([...review.findings, ...[...words.values()].flat()])];
  const meant = chronicle.whatIsMeant({ findings, groundings: review.groundings ?? [] });
  return clusters.flatMap((cluster) => {
    const found = meant((words.get(cluster) ?? []).map(({ id }) => id));
    return found === undefined ? [] : [{ cluster, ...found }];
  });
}
