import type { KnownProblem } from "#model/history/earlier-problem.ts";
import { decisionHolds, type StandingDecision } from "#model/history/standing-decision.ts";

/** The decisions about one problem, in the order in which they came, and what they are measured by. */
export interface DecisionsOnProblem {
  readonly problem: KnownProblem;
  /** From `decisions.jsonl`. */
  readonly own: readonly StandingDecision[];
  /** From reports of the series; they count where there are none of people's own. */
  readonly imported: readonly StandingDecision[];
  readonly today: string;
}

/**
 * The decision that holds today: the newest, unless it has ended, reopens the problem, or says that it is fixed and a
 * later round showed it again. An older one does not come back: the newest is the person's last word.
 */
export function holdingDecision({ problem, own, imported, today }: DecisionsOnProblem): StandingDecision | undefined {
  const newest = (own.length > 0 ? inTime(own, problem) : imported).at(-1);
  if (newest === undefined || newest.kind === "reopened") return undefined;
  if (!decisionHolds(newest, today)) return undefined;
  return newest.kind === "fixed" && roundOf(newest, problem) < problem.ref.round ? undefined : newest;
}

/** By date; decisions of one moment, as imports have them, by the round they are about. */
function inTime(decisions: readonly StandingDecision[], problem: KnownProblem): StandingDecision[] {
  return decisions.toSorted(
    (a, b) => Date.parse(a.date) - Date.parse(b.date) || roundOf(a, problem) - roundOf(b, problem),
  );
}

function roundOf({ of }: StandingDecision, { sightings }: KnownProblem): number {
  return sightings.find(({ review, cluster }) => review === of.review && cluster === of.cluster)?.round ?? 0;
}
