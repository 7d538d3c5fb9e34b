import type { Finding } from "#model/finding.ts";
import { findingIdSchema } from "#model/ids.ts";
import type { Review } from "#model/review.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import { decisionHolds, type StandingDecision } from "#model/history/standing-decision.ts";
import { SUPPRESS_AT } from "../match/thresholds.ts";
import type { SeriesProblems, ProblemDraft, PlacedRound } from "./series-problems.ts";
import type { ImportedDecision } from "./imported-decisions.ts";
import { problemFromDecision } from "./wordings.ts";

/** Where an imported decision was read, and the rounds that it may refer to. */
export interface ImportPlace {
  readonly placed: PlacedRound;
  readonly rounds: readonly Review[];
}

/** Attaches a decision of a report to its problem: the one it is about, names or describes; else adds one. */
export function attachImported(
  series: SeriesProblems,
  imported: ImportedDecision,
  { placed, rounds }: ImportPlace,
): void {
  const { decision } = imported;
  const draft = series.find(decision.of) ?? draftNamed(series, imported, rounds) ?? draftByWords(series, decision);
  const cluster = placed.review.clusters.find(({ id }) => id === decision.of.cluster);
  if (draft !== undefined) {
    if (cluster !== undefined && series.find(decision.of) === undefined) series.addSighting(draft, placed, cluster);
    draft.imported.push(decision);
    return;
  }
  if (cluster !== undefined) series.add(placed, cluster).imported.push(decision);
  else if (decision.kind === "declined") series.addFromDecision(decision, placed.round).imported.push(decision);
}

/** `R1 S11`: by the round number that the report prints, since reports count by hand. */
function draftNamed(
  series: SeriesProblems,
  { names }: ImportedDecision,
  rounds: readonly Review[],
): ProblemDraft | undefined {
  for (const { round, cluster } of names) {
    const review = rounds.find((each, at) => (each.round.number ?? at + 1) === round);
    const found = review?.clusters.find(({ id }) => id === cluster);
    if (review === undefined || found === undefined) continue;
    const draft = series.find({ review: review.id, cluster: found.id });
    if (draft !== undefined) return draft;
  }
  return undefined;
}

/** A row of a report has few words, so only a certain match counts. */
function draftByWords(series: SeriesProblems, { problem, of }: StandingDecision): ProblemDraft | undefined {
  const { wordings } = problemFromDecision(problem, { ...of, round: 0 });
  const meant = series.matcherFor({ findings: wordings })(wordings.map(({ id }) => id));
  return meant === undefined || meant.confidence < SUPPRESS_AT ? undefined : meant.draft;
}

/** A problem known only by decisions may also have been raised by the available rounds. */
export function joinDecidedElsewhere(series: SeriesProblems): void {
  const elsewhere = series.drafts.filter(({ problem }) => problem.ref.round === 0);
  const words = elsewhere.map(({ problem }, at): Finding | undefined => {
    const [first] = problem.wordings;
    // Decisions of several reviews may be about findings of the same name.
    return first && { ...first, id: findingIdSchema.parse(`decision:X${at + 1}`) };
  });
  const findings = words.filter((each) => each !== undefined);
  const meant = series.matcherFor({ findings }, ({ problem }) => problem.ref.round > 0);
  for (const [at, draft] of elsewhere.entries()) {
    const id = words[at]?.id;
    const same = id === undefined ? undefined : meant([id]);
    if (same !== undefined && same.confidence >= SUPPRESS_AT) series.merge(draft, same.draft);
  }
}

/** The decisions about one problem in chronological order, and the day of the query. */
export interface DecisionsOnProblem {
  readonly problem: EarlierProblem;
  /** From `decisions.jsonl`. */
  readonly own: readonly StandingDecision[];
  /** From reports of the series; they count if there are no own decisions. */
  readonly imported: readonly StandingDecision[];
  readonly today: string;
}

/**
 * The decision in force today: the newest, unless it has expired, reopens the problem, or calls it fixed and a later
 * round showed it again. An older one is never revived: the newest is the person's last word.
 */
export function holdingDecision({ problem, own, imported, today }: DecisionsOnProblem): StandingDecision | undefined {
  const newest = (own.length > 0 ? inTime(own, problem) : imported).at(-1);
  if (newest === undefined || newest.kind === "reopened") return undefined;
  if (!decisionHolds(newest, today)) return undefined;
  return newest.kind === "fixed" && roundOf(newest, problem) < problem.ref.round ? undefined : newest;
}

/** By date; simultaneous decisions, as in imports, by the round they are about. */
function inTime(decisions: readonly StandingDecision[], problem: EarlierProblem): StandingDecision[] {
  return decisions.toSorted(
    (a, b) => Date.parse(a.date) - Date.parse(b.date) || roundOf(a, problem) - roundOf(b, problem),
  );
}

function roundOf({ of }: StandingDecision, { sightings }: EarlierProblem): number {
  return sightings.find(({ review, cluster }) => review === of.review && cluster === of.cluster)?.round ?? 0;
}
