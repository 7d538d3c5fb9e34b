import type { EarlierMatch } from "#model/history/lineage.ts";
import { isHigherRung, type Rung, rungWords } from "#model/panel/evidence-ladder.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import type { Severity } from "#model/severity.ts";
import type { CodeState } from "../trace/code-state.ts";
import { decisionHolds } from "#model/history/standing-decision.ts";
import { describeCommits, describeDecisionInForce, joinedSentence } from "../words.ts";

/** A problem of this round that matches one that a person decided against. */
export interface RaisedProblem {
  readonly severity: Severity;
  readonly rung: Rung;
  readonly match: Pick<EarlierMatch, "tier">;
}

/** A person's decision, and the state of its code. */
export interface DecidedFacts {
  readonly decision: StandingDecision;
  /** Since the decision, from `followDecided`. */
  readonly code: CodeState;
  readonly today: string;
}

/** The outcome of raising a problem again against a decision, with the reasons. */
export type Reraised =
  { readonly kind: "drop"; readonly because: string } | { readonly kind: "keep"; readonly shownBecause: string };

/**
 * A re-raise is dropped, unless the decision has expired, its code changed materially, the evidence is better than it
 * was, or it is critical and not certainly the same.
 */
export function decideReraised(raised: RaisedProblem, facts: DecidedFacts): Reraised {
  const { decision, code } = facts;
  const reasons = reasonsToShow(raised, facts);
  // The decision is in the lineage; this only explains why the problem is shown.
  if (reasons.length > 0) return { kind: "keep", shownBecause: joinedSentence(reasons.join(", and ")) };
  return { kind: "drop", because: joinedSentence(describeDecisionInForce(decision), describeCode(code)) };
}

function reasonsToShow({ severity, rung, match }: RaisedProblem, { decision, code, today }: DecidedFacts): string[] {
  const reasons: string[] = [];
  if (!decisionHolds(decision, today)) reasons.push(`the decision held until ${decision.until}`);
  if (code.isMaterial) reasons.push(describeChange(code));
  const before = decision.problem.rung;
  if (isHigherRung(rung, before)) reasons.push(`its evidence was ${words(before)} and is ${words(rung)} now`);
  if (severity === "critical" && match.tier !== "exact") {
    reasons.push("it is rated critical and is not surely the same problem");
  }
  return reasons;
}

function describeChange({ kind, commits }: CodeState): string {
  const what = kind === "gone" ? "the code it was about is gone" : "the code it was about changed";
  return commits.length === 0 ? `${what} since` : `${what} in ${describeCommits(commits)}`;
}

function describeCode({ kind, note }: CodeState): string {
  if (kind === "unknown") return note ?? "what became of its code is not known";
  if (kind === "layout") return "only comments or layout of its code changed since";
  return kind === "moved" ? "its code moved, unchanged" : "its code is unchanged since";
}

const words = (level: Rung): string => rungWords({ level });
