import type { Commit } from "#model/change/scope.ts";
import type { DropReason, RuledCluster } from "#model/cluster.ts";
import type { ClusterId } from "#model/ids.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import { earlierName, type FixVerdict, type PreviousFinding } from "#model/history/lineage.ts";
import type { CodeState } from "../trace/code-state.ts";
import { decisionHolds } from "#model/history/standing-decision.ts";
import { statusByCode, type StatusWithReason, describeReturn } from "./status-by-code.ts";
import { describeCommits, describeDecision, listFew, sentence } from "../words.ts";
import { weighVerdicts } from "./weigh-verdicts.ts";

/** All that speaks about an earlier problem in this round. */
export interface StatusFacts {
  readonly code: CodeState;
  /** Kept problems of this round that it was recognised in. */
  readonly raisedAgain: readonly ClusterId[];
  /** Problems of this round that it was recognised in and that are not kept. */
  readonly matchedElsewhere?: readonly RuledCluster[] | undefined;
  /** Problems of this round that are another one, but were joined with something that was said of this. */
  readonly joinedWith?: readonly RuledCluster[] | undefined;
  /** What became of the code that a decision is about, since that decision; absent: as `code`. */
  readonly codeSinceDecision?: CodeState | undefined;
  /** Nobody who could judge it looked at its code in this round. */
  readonly isUnseen?: boolean;
  /** What reviewers say of its fix. */
  readonly verdicts: readonly FixVerdict[];
  /** Analyzers that alone raised it, looked again and said nothing. */
  readonly silence?: readonly Reviewer[] | undefined;
  /** Commits that closed it at another place, from `findFixElsewhere`. */
  readonly elsewhere?: readonly Commit[] | undefined;
  readonly today: string;
}

/** What became of an earlier problem: a person's word first, then the code, then what reviewers say. */
export function statusOf(problem: EarlierProblem, facts: StatusFacts): PreviousFinding {
  const { ref, sightings, title, severity, byCommenters, decision } = problem;
  const { code, raisedAgain, verdicts } = facts;
  const held = decision !== undefined && decisionHolds(decision, facts.today) ? decision : undefined;
  // What only a decision knows was raised in no round of this series.
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

/** A decision that holds. That something is fixed is believed until it is raised again, or its code is brought back. */
function byDecision({ decision }: EarlierProblem, facts: StatusFacts): StatusWithReason | undefined {
  const { code, today } = facts;
  if (decision === undefined || decision.kind === "reopened" || !decisionHolds(decision, today)) return undefined;
  const said = describeDecision(decision);
  const { isMaterial, commits } = facts.codeSinceDecision ?? code;
  if (decision.kind !== "fixed") {
    const by = commits.length === 0 ? "" : `, by ${describeCommits(commits)}`;
    return {
      status: decision.kind,
      text: sentence(said, isMaterial ? `its code changed since the decision${by}` : ""),
    };
  }
  const raised = whereRaised(facts);
  if (raised.length === 0 && code.broughtBack === undefined)
    return { status: "fixed", text: sentence(said, describeDropped(facts)) };
  if (raised.length === 0) return { status: "open", text: sentence(said, `but ${describeReturn(code)}`) };
  const again = `raised again as ${listFew(raised)}`;
  if (code.isMaterial)
    return { status: "partly-fixed", text: sentence(said, `its code changed since, but it is ${again}`) };
  return { status: "open", text: sentence(said, `but it is ${again}, and nothing shows that its code changed`) };
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
        ? describeDecision(decision)
        : `${describeDecision(decision)}, which has run out`;
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
  return { status: found.status, text: sentence(found.text, dropped, text, before) };
}

/** Where it was raised again. What went to another section, or is not for this change, was raised all the same. */
function whereRaised({ raisedAgain, matchedElsewhere = [], joinedWith = [] }: StatusFacts): string[] {
  const others = matchedElsewhere.flatMap(({ id, ruling }) => {
    if (ruling.kind === "route") return [`${id} (under "${ruling.to}")`];
    return ruling.kind === "drop" && !isAnswered(ruling) ? [`${id} (dropped: ${ruling.reason})`] : [];
  });
  // Why the other one is not kept says nothing of this one.
  const joined = joinedWith.map(({ id, ruling }) =>
    ruling.kind === "drop"
      ? `a part of ${id} (another problem; dropped: ${ruling.reason})`
      : `a part of ${id} (another problem)`,
  );
  return [...raisedAgain, ...others, ...joined];
}

/** That it was raised again and found not to be so. */
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
