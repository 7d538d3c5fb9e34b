import type { Review } from "#model/review.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import { decisionId } from "#model/history/decision-id.ts";
import { seriesName } from "#model/history/series-name.ts";
import { decisionHolds, type StandingDecision } from "#model/history/standing-decision.ts";
import { UserError } from "#util/errors.ts";
import { type DecidedFinding, decisionAbout } from "./decision-about.ts";
import { describeListed, describeProblem } from "./describe-problem.ts";
import { keysOf } from "./sort-decisions.ts";

/**
 * What a decision is about: a finding of a report, an earlier finding that only a later report lists, or the problem of another
 * decision. `name` is the user's name for it.
 */
export type DecisionSubject =
  | ({ readonly kind: "finding"; readonly name: string } & DecidedFinding)
  | ({ readonly kind: "listed"; readonly name: string } & ListedFinding)
  | { readonly kind: "decision"; readonly name: string; readonly decision: StandingDecision };

/** An earlier finding whose own record is lost. */
interface ListedFinding {
  /** The review that lists it. */
  readonly review: Review;
  readonly earlier: PreviousFinding;
  readonly of: StandingDecision["of"];
}

/** What a person decides about one or more subjects. */
export interface DecisionChoice {
  readonly kind: StandingDecision["kind"];
  readonly reason?: string;
  /** The last day on which it applies. */
  readonly until?: string;
  /** Only for this pull request or branch. */
  readonly isOnlyHere?: boolean;
}

/** What a decision depends on beside the choice. */
export interface DecisionFacts {
  readonly author: string | undefined;
  readonly now: Date;
  readonly decisions: readonly StandingDecision[];
  /** A repository that may have the reviewed commits. */
  readonly repository: string | undefined;
}

/** The result of a choice for one subject: a new decision, or the one that says the same already. */
export type DraftDecision =
  | { readonly subject: DecisionSubject; readonly outcome: "new"; readonly decision: StandingDecision }
  | { readonly subject: DecisionSubject; readonly outcome: "same"; readonly decision: StandingDecision | undefined };

/** Turns a choice into a decision without writing it. Throws a UserError if it cannot be limited to a branch as requested. */
export async function draftDecision(
  subject: DecisionSubject,
  choice: DecisionChoice,
  { author, now, decisions, repository }: DecisionFacts,
): Promise<DraftDecision> {
  const before = decisionBefore(subject, decisions);
  const series = seriesOf(subject, choice, before);
  if (isSame(before, { ...choice, series }, now)) return { subject, outcome: "same", decision: before };
  const { kind, reason, until } = choice;
  const draft = {
    kind,
    scope: { series },
    reason,
    author,
    date: now.toISOString(),
    until,
    // Reopening refers to the problem of the earlier decision.
    ...(kind === "reopened" && before !== undefined ? aboutOf(before) : await aboutOfSubject(subject, repository)),
    source: "person" as const,
  };
  return { subject, outcome: "new", decision: { version: 1, id: decisionId(draft), ...draft } };
}

function decisionBefore(
  subject: DecisionSubject,
  decisions: readonly StandingDecision[],
): StandingDecision | undefined {
  if (subject.kind === "decision") return newestLike(subject.decision, decisions);
  // If somebody had decided about a listed finding, the decision would be the subject.
  return subject.kind === "listed" ? undefined : decisionAbout(subject, decisions);
}

type About = Pick<StandingDecision, "problem" | "of" | "head">;

function aboutOf({ problem, of, head }: StandingDecision): About {
  return { problem, of, head };
}

async function aboutOfSubject(subject: DecisionSubject, repository: string | undefined): Promise<About> {
  if (subject.kind === "decision") return aboutOf(subject.decision);
  const { head } = subject.review.scope;
  if (subject.kind === "listed") return { problem: describeListed(subject.earlier), of: subject.of, head };
  const { review, cluster } = subject;
  return {
    problem: await describeProblem(review, cluster, repository),
    of: { review: review.id, cluster: cluster.id },
    head,
  };
}

function seriesOf(
  subject: DecisionSubject,
  { kind, isOnlyHere }: DecisionChoice,
  before: StandingDecision | undefined,
): string | undefined {
  // Reopening has the same limit as the earlier decision.
  if (kind === "reopened") return before?.scope.series;
  if (isOnlyHere !== true) return undefined;
  const series = subject.kind === "decision" ? subject.decision.scope.series : seriesName(subject.review.scope);
  if (series !== undefined) return series;
  throw new UserError({
    what: `${subject.name} cannot be decided for this pull request or branch alone`,
    why:
      subject.kind === "decision"
        ? "the decision that you name applies to the whole repository"
        : `review ${subject.review.id} is of neither`,
    fix: "leave --only-here out, or name a finding of a review of a branch or pull request",
  });
}

/** The newest decision about the same problem: the user may name one that was superseded. */
function newestLike(decision: StandingDecision, decisions: readonly StandingDecision[]): StandingDecision {
  const keys = new Set(keysOf(decision));
  return decisions
    .filter((one) => keysOf(one).some((key) => keys.has(key)) && one.scope.series === decision.scope.series)
    .reduce((newest, one) => (Date.parse(one.date) > Date.parse(newest.date) ? one : newest), decision);
}

/** Whether the earlier decision already says the same. */
function isSame(
  before: StandingDecision | undefined,
  { kind, reason, until, series }: DecisionChoice & { readonly series: string | undefined },
  now: Date,
): boolean {
  const isOpen = before === undefined || before.kind === "reopened" || !decisionHolds(before, dayOf(now));
  if (kind === "reopened") return isOpen;
  if (isOpen || before.kind !== kind || before.scope.series !== series || before.until !== until) return false;
  return reason === undefined || before.reason === reason;
}

/** `2027-01-31`, in UTC like all our dates. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
