import type { Commit } from "#model/change/scope.ts";
import type { DropReason, RuledCluster } from "#model/cluster.ts";
import type { ClusterId } from "#model/ids.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import { earlierName, type FixVerdict, type PreviousFinding } from "#model/history/lineage.ts";
import type { CodeState } from "../trace/code-state.ts";
import { decisionHolds } from "#model/history/standing-decision.ts";
import { statusByCode, type StatusWithReason, describeReturn } from "./status-by-code.ts";
import { describeCommits, describeDecisionInForce, listFew, joinedSentence } from "../words.ts";
import { weighVerdicts } from "./weigh-verdicts.ts";

/** All evidence about an earlier problem in this round. */
export interface StatusFacts {
  readonly code: CodeState;
  /** Kept problems of this round that match it. */
  readonly raisedAgain: readonly ClusterId[];
  /** Problems of this round that match it and are not kept. */
  readonly matchedElsewhere?: readonly RuledCluster[] | undefined;
  /** Other problems of this round that were merged with a finding about this one. */
  readonly joinedWith?: readonly RuledCluster[] | undefined;
  /** The state of a decision's code since that decision; absent if the same as `code`. */
  readonly codeSinceDecision?: CodeState | undefined;
  /** Nobody who could judge it looked at its code in this round. */
  readonly isUnseen?: boolean;
  /** Reviewers' verdicts on its fix. */
  readonly verdicts: readonly FixVerdict[];
  /** Analyzers that alone raised it, looked again and did not report it. */
  readonly silence?: readonly Reviewer[] | undefined;
  /** Commits that closed it at another place, from `findFixElsewhere`. */
  readonly elsewhere?: readonly Commit[] | undefined;
  readonly today: string;
}

/** The status of an earlier problem: by a person's decision first, then by the code, then by what reviewers say. */
export function statusOf(problem: EarlierProblem, facts: StatusFacts): PreviousFinding {
  const { ref, sightings, title, severity, byCommenters, decision } = problem;
  const { code, raisedAgain, verdicts } = facts;
  const held = decision !== undefined && decisionHolds(decision, facts.today) ? decision : undefined;
  // A problem known only by a decision was raised in no round of this series.
  const rounds = [...new Set(sightings.map(({ round }) => round))].filter((round) => round > 0);
  const { status, text } = byDecision(problem, facts) ?? byCode(problem, facts);
  const commits = status === "fixed" ? distinct([...code.commits, ...(facts.elsewhere ?? [])]) : [...code.commits];
  return {
    ref: earlierName(ref),
    title,
    status,
    text,
    of: ref,
    ...(rounds.length > 0 && { rounds }),
    severity,
    ...(byCommenters === true && { byCommenters }),
    ...(code.locations.length > 0 && { locations: [...code.locations] }),
    ...(commits.length > 0 && { commits }),
    ...(raisedAgain.length > 0 && { raisedAgain: [...raisedAgain] }),
    decision: held?.id,
    ...(verdicts.length > 0 && { verdicts: [...verdicts] }),
  };
}

const distinct = (commits: readonly Commit[]): Commit[] => [
  ...new Map(commits.map((commit) => [commit.id, commit])).values(),
];

/** A decision in force. "Fixed" holds until the problem is raised again, or its code is restored. */
function byDecision({ decision }: EarlierProblem, facts: StatusFacts): StatusWithReason | undefined {
  const { code, today } = facts;
  if (decision === undefined || decision.kind === "reopened" || !decisionHolds(decision, today)) return undefined;
  const said = describeDecisionInForce(decision);
  const { isMaterial, commits } = facts.codeSinceDecision ?? code;
  if (decision.kind !== "fixed") {
    const by = commits.length === 0 ? "" : `, by ${describeCommits(commits)}`;
    return {
      status: decision.kind,
      text: joinedSentence(said, isMaterial ? `its code changed since the decision${by}` : ""),
    };
  }
  const raised = whereRaised(facts);
  if (raised.length === 0 && code.restored === undefined)
    return { status: "fixed", text: joinedSentence(said, describeDropped(facts)) };
  if (raised.length === 0) return { status: "open", text: joinedSentence(said, `but ${describeReturn(code)}`) };
  const again = `raised again as ${listFew(raised)}`;
  if (code.isMaterial)
    return { status: "partly-fixed", text: joinedSentence(said, `its code changed since, but it is ${again}`) };
  return { status: "open", text: joinedSentence(said, `but it is ${again}, and nothing shows that its code changed`) };
}

function byCode(problem: EarlierProblem, facts: StatusFacts): StatusWithReason {
  const { code, verdicts, silence, elsewhere, isUnseen, today } = facts;
  const { decision, settled } = problem;
  const { closes, isDoubted, text } = weighVerdicts(verdicts);
  const isReopened = decision?.kind === "reopened";
  const before =
    decision === undefined
      ? ""
      : decisionHolds(decision, today)
        ? describeDecisionInForce(decision)
        : `${describeDecisionInForce(decision)}, which has run out`;
  const dropped = describeDropped(facts);
  const found = statusByCode({
    code,
    raisedAgain: whereRaised(facts),
    isDropped: dropped !== "",
    closes,
    isDoubted,
    isUnseen,
    elsewhere,
    silence: silence?.map(({ name }) => name),
    settled: isReopened ? undefined : settled,
  });
  return { status: found.status, text: joinedSentence(found.text, dropped, text, before) };
}

/** Where it was raised again. This includes other sections and problems outside this change. */
function whereRaised({ raisedAgain, matchedElsewhere = [], joinedWith = [] }: StatusFacts): string[] {
  const others = matchedElsewhere.flatMap(({ id, ruling }) => {
    if (ruling.kind === "route") return [`${id} (under "${ruling.to}")`];
    return ruling.kind === "drop" && !isAnswered(ruling) ? [`${id} (dropped: ${ruling.reason})`] : [];
  });
  // Why the other one is not kept is irrelevant for this one.
  const joined = joinedWith.map(({ id, ruling }) =>
    ruling.kind === "drop"
      ? `a part of ${id} (another problem; dropped: ${ruling.reason})`
      : `a part of ${id} (another problem)`,
  );
  return [...raisedAgain, ...others, ...joined];
}

/** States that it was raised again and dropped. */
function describeDropped({ matchedElsewhere = [] }: StatusFacts): string {
  const dropped = matchedElsewhere.flatMap(({ id, ruling }) =>
    ruling.kind === "drop" && ruling.reason !== "declined-earlier" && isAnswered(ruling)
      ? [`${id} (dropped: ${ruling.reason})`]
      : [],
  );
  return dropped.length === 0 ? "" : `it was raised again as ${listFew(dropped)}`;
}

const isAnswered = ({ reason }: { readonly reason: DropReason }): boolean => ANSWERED.includes(reason);
const ANSWERED: readonly DropReason[] = ["refuted", "withdrawn", "declined-earlier", "already-fixed"];
