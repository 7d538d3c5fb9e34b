import type { Review } from "#model/review.ts";
import type { KnownProblem } from "#model/history/earlier-problem.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import type { Measure } from "../match/recognise.ts";
import { attachImported, joinElsewhere } from "./attach-decisions.ts";
import { Chronicle, keyOf } from "./series-problems.ts";
import { importedDecisions, rungByQuotes, type RungOf } from "./decisions-of.ts";
import { holdingDecision } from "./holding-decision.ts";
import { linkBySaid, linkRecorded, linkReRaises } from "./link-round.ts";

/** What recalling needs beside the records and the decisions. */
export interface RecallOptions {
  /** `YYYY-MM-DD`: decisions may end. */
  readonly today: string;
  /** What the series is called: `pr-42`, `branch-x`. Decisions that are limited to another do not count. */
  readonly series: readonly string[];
  /** How far a problem was borne out; by its quotes alone where nobody can tell. */
  readonly rungOf?: RungOf;
  readonly measure?: Measure;
}

/**
 * The problems that earlier rounds of a series raised, each followed through them, with the decision that holds about
 * it today. Rounds come oldest first; their number is their place in the list. Rounds that recorded what they recognised
 * are linked by that; the others by what they say.
 */
export function recallRounds(
  rounds: readonly Review[],
  decisions: readonly StandingDecision[],
  { today, series, rungOf = rungByQuotes, measure = {} }: RecallOptions,
): KnownProblem[] {
  const chronicle = new Chronicle(rungOf, measure);
  const holds = unique(decisions).filter(({ scope }) => scope.series === undefined || series.includes(scope.series));
  const elsewhere = holds.filter(({ of }) => !rounds.some(({ id }) => id === of.review));
  const here = holds.filter((decision) => !elsewhere.includes(decision));
  rememberElsewhere(chronicle, elsewhere);
  const decidedOn = new Set(here.map(({ of }) => keyOf(of)));
  for (const [at, review] of rounds.entries()) {
    const placed = { review, round: at + 1 };
    settleEarlier(chronicle, review);
    const isRecorded = review.series !== undefined;
    const left = isRecorded
      ? linkRecorded(chronicle, placed, knewAll(review, rounds.slice(0, at)))
      : linkBySaid(chronicle, placed);
    for (const cluster of review.clusters) {
      const ref = { review: review.id, cluster: cluster.id };
      if (decidedOn.has(keyOf(ref)) && chronicle.find(ref) === undefined) chronicle.begin(placed, cluster);
    }
    for (const each of importedDecisions(review, rungOf)) attachImported(chronicle, each, { placed, rounds });
    // A decision of this very report may be what its dropped findings were dropped for.
    linkReRaises(chronicle, placed, left);
  }
  for (const decision of here) chronicle.find(decision.of)?.own.push(decision);
  joinElsewhere(chronicle);
  return chronicle.drafts.flatMap(({ problem, own, imported }) => {
    const decision = holdingDecision({ problem, own, imported, today });
    if (decision === undefined) return problem.ref.round === 0 ? [] : [problem];
    return [{ ...problem, decision }];
  });
}

/** Whether a round had all those before it at hand. Two that ran at once did not. */
function knewAll({ series }: Review, before: readonly Review[]): boolean {
  const known = new Set(series?.entries.map((entry) => entry.review));
  return before.every(({ id }) => known.has(id));
}

function unique(decisions: readonly StandingDecision[]): StandingDecision[] {
  return [...new Map(decisions.map((decision) => [decision.id, decision])).values()];
}

/** Problems whose review is not at hand are known by the decisions about them. */
function rememberElsewhere(chronicle: Chronicle, decisions: readonly StandingDecision[]): void {
  for (const decision of decisions) {
    const draft = chronicle.find(decision.of) ?? chronicle.beginFrom(decision, 0);
    draft.own.push(decision);
  }
}

/** What a round said became of the problems before it. One that ended incomplete settles nothing. */
function settleEarlier(chronicle: Chronicle, { previous, verdict }: Review): void {
  for (const { of, status, verdicts = [], commits = [] } of previous) {
    const draft = of === undefined ? undefined : chronicle.find(of);
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
