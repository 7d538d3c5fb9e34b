import { decisionId } from "#model/history/decision-id.ts";
import { seriesName } from "#model/history/series-name.ts";
import { decisionHolds, type StandingDecision } from "#model/history/standing-decision.ts";
import { UserError } from "#util/errors.ts";
import { type DecidedFinding, decisionAbout } from "./decision-about.ts";
import { describeProblem } from "./describe-problem.ts";
import { keysOf } from "./sort-decisions.ts";

/** What is decided on: a finding of a report, or the problem of a decision; with the name that the user called it by. */
export type DecisionSubject =
  | ({ readonly kind: "finding"; readonly name: string } & DecidedFinding)
  | { readonly kind: "decision"; readonly name: string; readonly decision: StandingDecision };

/** What a person decides, in one go, about one or more subjects. */
export interface DecisionChoice {
  readonly kind: StandingDecision["kind"];
  readonly reason?: string;
  /** The last day on which it holds. */
  readonly until?: string;
  /** For this pull request or branch alone. */
  readonly isOnlyHere?: boolean;
}

/** By whom and when, and what is known already. */
export interface DecisionFacts {
  readonly author: string | undefined;
  readonly now: Date;
  readonly decisions: readonly StandingDecision[];
  /** Where the reviewed commits may be found. */
  readonly repository: string | undefined;
}

/** What comes of a choice for one subject: a line to be added, or why there is nothing to add. */
export type DraftDecision =
  | { readonly subject: DecisionSubject; readonly outcome: "new"; readonly decision: StandingDecision }
  | { readonly subject: DecisionSubject; readonly outcome: "same"; readonly decision: StandingDecision | undefined };

/** Puts a choice about a subject into a decision. Writes nothing. Throws a UserError where it cannot be limited as asked. */
export async function draftDecision(
  subject: DecisionSubject,
  choice: DecisionChoice,
  { author, now, decisions, repository }: DecisionFacts,
): Promise<DraftDecision> {
  const before =
    subject.kind === "decision" ? newestLike(subject.decision, decisions) : decisionAbout(subject, decisions);
  const series = seriesOf(subject, choice, before);
  if (isSame(before, { ...choice, series }, now)) return { subject, outcome: "same", decision: before };
  const { kind, reason, until } = choice;
  const said = {
    kind,
    scope: { series },
    reason,
    author,
    date: now.toISOString(),
    until,
    // What is reopened is what was decided, under the name that it was decided under.
    ...(kind === "reopened" && before !== undefined ? aboutOf(before) : await aboutOfSubject(subject, repository)),
    source: "person" as const,
  };
  return { subject, outcome: "new", decision: { version: 1, id: decisionId(said), ...said } };
}

type About = Pick<StandingDecision, "problem" | "of" | "head">;

function aboutOf({ problem, of, head }: StandingDecision): About {
  return { problem, of, head };
}

async function aboutOfSubject(subject: DecisionSubject, repository: string | undefined): Promise<About> {
  if (subject.kind === "decision") return aboutOf(subject.decision);
  const { review, cluster } = subject;
  const { head } = review.scope;
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
  // What was limited is reopened as far as it was limited.
  if (kind === "reopened") return before?.scope.series;
  if (isOnlyHere !== true) return undefined;
  const series = subject.kind === "decision" ? subject.decision.scope.series : seriesName(subject.review.scope);
  if (series !== undefined) return series;
  throw new UserError({
    what: `${subject.name} cannot be decided for this pull request or branch alone`,
    why:
      subject.kind === "decision"
        ? "the decision that you name holds for the whole repository"
        : `review ${subject.review.id} is of neither`,
    fix: "leave --only-here out, or name a finding of a review of a branch or pull request",
  });
}

/** The newest of those about the same problem: a decision may be named that another has followed. */
function newestLike(decision: StandingDecision, decisions: readonly StandingDecision[]): StandingDecision {
  const keys = new Set(keysOf(decision));
  return decisions
    .filter((one) => keysOf(one).some((key) => keys.has(key)) && one.scope.series === decision.scope.series)
    .reduce((newest, one) => (Date.parse(one.date) > Date.parse(newest.date) ? one : newest), decision);
}

/** Whether the choice says nothing that is not in force already. */
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

/** `2027-01-31`, in UTC as all our dates. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
