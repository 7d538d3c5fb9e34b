import type { Review } from "#model/review.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import type { SeriesEntry } from "#model/history/lineage.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import type { MatchOptions } from "../match/earlier-index.ts";
import { attachImported, holdingDecision, joinDecidedElsewhere } from "./decisions.ts";
import { SeriesProblems, earlierKey, type ProblemDraft, type PlacedRound } from "./series-problems.ts";
import { importedDecisions, rungByQuotes, type RungOf, isReRaise } from "./imported-decisions.ts";
import type { RuledCluster } from "#model/cluster.ts";
import { wordingsOf } from "./wordings.ts";

/** The context for collecting beside the records and decisions. */
export interface CollectOptions {
  /** `YYYY-MM-DD`: decisions may expire. */
  readonly today: string;
  /** The names of the series: `pr-42`, `branch-x`. Decisions limited to another one do not count. */
  readonly series: readonly string[];
  /** How strong the evidence for a problem was; by default, judged by its quotes alone. */
  readonly rungOf?: RungOf;
  /** The rounds whose records are lost: their problems are taken from later records. */
  readonly lost?: readonly Pick<SeriesEntry, "review">[];
  readonly match?: MatchOptions;
}

/**
 * The problems that earlier rounds of a series raised, each followed through them, with the decision in force today.
 * Rounds come oldest first; their number is their position in the list. Rounds that recorded their matches are linked
 * by those; the others by their texts.
 */
export function collectProblems(
  rounds: readonly Review[],
  decisions: readonly StandingDecision[],
  { today, series, rungOf = rungByQuotes, match = {}, lost = [] }: CollectOptions,
): EarlierProblem[] {
  const problems = new SeriesProblems(rungOf, match);
  const holds = unique(decisions).filter(({ scope }) => scope.series === undefined || series.includes(scope.series));
  const elsewhere = holds.filter(({ of }) => !rounds.some(({ id }) => id === of.review));
  const here = holds.filter((decision) => !elsewhere.includes(decision));
  addDecidedElsewhere(problems, elsewhere);
  const decidedOn = new Set(here.map(({ of }) => earlierKey(of)));
  for (const [at, review] of rounds.entries()) {
    const placed = { review, round: at + 1 };
    restoreLost(problems, review, { rounds, lost, decisions: here });
    applySettled(problems, review);
    const isRecorded = review.series !== undefined;
    const left = isRecorded
      ? linkRecorded(problems, placed, isAfterAll(review, rounds.slice(0, at)))
      : linkByWords(problems, placed);
    for (const cluster of review.clusters) {
      const ref = { review: review.id, cluster: cluster.id };
      if (decidedOn.has(earlierKey(ref)) && problems.find(ref) === undefined) problems.add(placed, cluster);
    }
    for (const each of importedDecisions(review, rungOf)) attachImported(problems, each, { placed, rounds });
    // A decision of this very report may be the reason for its dropped findings.
    linkReRaises(problems, placed, left);
  }
  for (const decision of here) {
    const isLost = lost.some(({ review }) => review === decision.of.review);
    const draft = problems.find(decision.of) ?? (isLost ? problems.addFromDecision(decision, 0) : undefined);
    draft?.own.push(decision);
  }
  joinDecidedElsewhere(problems);
  return problems.drafts.flatMap(({ problem, own, imported }) => {
    const decision = holdingDecision({ problem, own, imported, today });
    if (decision === undefined) return problem.ref.round === 0 ? [] : [problem];
    return [{ ...problem, decision }];
  });
}

/** Whether a round knew all those before it. Concurrent rounds did not. */
function isAfterAll({ series }: Review, before: readonly Review[]): boolean {
  const known = new Set(series?.entries.map((entry) => entry.review));
  return before.every(({ id }) => known.has(id));
}

function unique(decisions: readonly StandingDecision[]): StandingDecision[] {
  return [...new Map(decisions.map((decision) => [decision.id, decision])).values()];
}

/** Problems of unavailable reviews are known by the decisions about them. */
function addDecidedElsewhere(problems: SeriesProblems, decisions: readonly StandingDecision[]): void {
  for (const decision of decisions) {
    const draft = problems.find(decision.of) ?? problems.addFromDecision(decision, 0);
    draft.own.push(decision);
  }
}

interface LostFacts extends Required<Pick<CollectOptions, "lost">> {
  readonly rounds: readonly Review[];
  readonly decisions: readonly StandingDecision[];
}

/** Takes over the problems of lost rounds that a later record lists. */
function restoreLost(problems: SeriesProblems, { previous, scope }: Review, facts: LostFacts): void {
  for (const finding of previous) {
    const { of } = finding;
    const at = facts.rounds.findIndex(({ id }) => id === of?.review);
    if (of === undefined || !facts.lost.some(({ review }) => review === of.review)) continue;
    if (at === -1 || problems.find(of) !== undefined) continue;
    const decision = facts.decisions.find((each) => earlierKey(each.of) === earlierKey(of));
    problems.restore(finding, { ref: { ...of, round: at + 1 }, head: scope.head, decision });
  }
}

/** The status of earlier problems that a round recorded. An incomplete round settles nothing. */
function applySettled(problems: SeriesProblems, { previous, verdict }: Review): void {
  for (const { of, status, verdicts = [], commits = [] } of previous) {
    const draft = of === undefined ? undefined : problems.find(of);
    const isSettled = status === "fixed" || status === "gone";
    if (draft === undefined) continue;
    if (verdicts.length > 0) {
      draft.problem = { ...draft.problem, judged: { verdicts, commits: commits.map(({ id }) => id) } };
    }
    if (isSettled && verdict.kind === "incomplete") continue;
    const { settled: _, ...problem } = draft.problem;
    draft.problem = isSettled ? { ...problem, settled: status } : problem;
  }
}

/**
 * Follows the matches that a round of our own recorded. Problems of rounds that it did not know are linked by their
 * texts. Returns the re-raises without a recorded match.
 */
function linkRecorded(series: SeriesProblems, placed: PlacedRound, isAfterAll: boolean): RuledCluster[] {
  const { clusters } = placed.review;
  const links = new Map<RuledCluster, ProblemDraft>();
  for (const cluster of clusters) {
    const { lineage } = cluster;
    const of = lineage?.kind === "contradicts" ? undefined : lineage?.recognised?.of;
    const draft = of === undefined ? undefined : series.find(of);
    if (draft !== undefined) links.set(cluster, draft);
  }
  const isLost = ({ lineage }: RuledCluster): boolean =>
    lineage?.kind !== "contradicts" && (!isAfterAll || lineage?.recognised !== undefined);
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
function linkByWords(series: SeriesProblems, placed: PlacedRound): RuledCluster[] {
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
function linkReRaises(series: SeriesProblems, placed: PlacedRound, dropped: readonly RuledCluster[]): RuledCluster[] {
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
