import type { RuledCluster } from "#model/cluster.ts";
import type { SeriesProblems, ProblemDraft, PlacedRound } from "./series-problems.ts";
import { isReRaise } from "./imported-decisions.ts";
import { wordingsOf } from "./wordings.ts";

/**
 * Follows the matches that a round of our own recorded. Problems of rounds that it did not know are linked by their
 * texts. Returns the re-raises without a recorded match.
 */
export function linkRecorded(series: SeriesProblems, placed: PlacedRound, knewAll: boolean): RuledCluster[] {
  const { clusters } = placed.review;
  const links = new Map<RuledCluster, ProblemDraft>();
  for (const cluster of clusters) {
    const { lineage } = cluster;
    const of = lineage?.kind === "contradicts" ? undefined : lineage?.recognised?.of;
    const draft = of === undefined ? undefined : series.find(of);
    if (draft !== undefined) links.set(cluster, draft);
  }
  const isLost = ({ lineage }: RuledCluster): boolean =>
    lineage?.kind !== "contradicts" && (!knewAll || lineage?.recognised !== undefined);
  const lost = clusters.filter((cluster) => cluster.ruling.kind === "keep" && !links.has(cluster) && isLost(cluster));
  linkSurest(links, matchClusters(series, placed, lost));
  for (const cluster of clusters) {
    const draft = links.get(cluster);
    if (draft !== undefined) series.addSighting(draft, placed, cluster);
    else if (cluster.ruling.kind === "keep") series.add(placed, cluster);
  }
  return clusters.filter((cluster) => isReRaise(cluster) && !links.has(cluster));
}

/** Links a round that recorded no matches. Returns the re-raises that match none of the problems so far. */
export function linkByWords(series: SeriesProblems, placed: PlacedRound): RuledCluster[] {
  const { clusters } = placed.review;
  const kept = clusters.filter(({ ruling }) => ruling.kind === "keep");
  const links = new Map<RuledCluster, ProblemDraft>();
  linkSurest(links, matchClusters(series, placed, kept));
  for (const cluster of kept) {
    const draft = links.get(cluster);
    if (draft === undefined) series.add(placed, cluster);
    else series.addSighting(draft, placed, cluster);
  }
  return linkReRaises(series, placed, clusters.filter(isReRaise));
}

/** Links what was dropped as declined before to its problem. Returns what matches none of them. */
export function linkReRaises(
  series: SeriesProblems,
  placed: PlacedRound,
  dropped: readonly RuledCluster[],
): RuledCluster[] {
  const open = dropped.filter(({ id }) => series.find({ review: placed.review.id, cluster: id }) === undefined);
  const found = new Map(matchClusters(series, placed, open).map((each) => [each.cluster, each.draft]));
  for (const [cluster, draft] of found) series.addSighting(draft, placed, cluster);
  return open.filter((cluster) => !found.has(cluster));
}

/** The most certain pairs first, each earlier problem to one finding of the report. */
function linkSurest(links: Map<RuledCluster, ProblemDraft>, found: readonly Found[]): void {
  const taken = new Set(links.values());
  for (const { cluster, draft } of found.toSorted((a, b) => b.confidence - a.confidence)) {
    if (taken.has(draft)) continue;
    taken.add(draft);
    links.set(cluster, draft);
  }
}

interface Found {
  readonly cluster: RuledCluster;
  readonly draft: ProblemDraft;
  readonly confidence: number;
}

function matchClusters(series: SeriesProblems, { review }: PlacedRound, clusters: readonly RuledCluster[]): Found[] {
  if (clusters.length === 0) return [];
  const words = new Map(clusters.map((cluster) => [cluster, wordingsOf(review, cluster)]));
  const findings = [...new Set([...review.findings, ...[...words.values()].flat()])];
  const meant = series.matcherFor({ findings, groundings: review.groundings ?? [] });
  return clusters.flatMap((cluster) => {
    const found = meant((words.get(cluster) ?? []).map(({ id }) => id));
    return found === undefined ? [] : [{ cluster, ...found }];
  });
}
