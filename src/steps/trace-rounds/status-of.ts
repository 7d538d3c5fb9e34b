import type { Commit } from "#model/change/scope.ts";
import type { ClusterId } from "#model/ids.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { KnownProblem } from "#model/rounds/known-problem.ts";
import { earlierName, type FixVerdict, type PreviousFinding } from "#model/rounds/lineage.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import type { CodeState } from "./code-state.ts";
import { type Day, decisionHolds } from "./decision-holds.ts";
import { judgeStatus, type Judgement, sayBack } from "./judge-status.ts";
import { sayDecision, sayFew, sentence } from "./say.ts";
import { weighVerdicts } from "./weigh-verdicts.ts";

/** All that speaks about an earlier problem in this round. */
export interface StatusFacts {
  readonly code: CodeState;
  /** Kept problems of this round that it was recognised in. */
  readonly raisedAgain: readonly ClusterId[];
  /** What reviewers say of its fix. */
  readonly verdicts: readonly FixVerdict[];
  /** Analyzers that alone raised it, looked again and said nothing. */
  readonly silence?: readonly Reviewer[] | undefined;
  /** Commits that closed it at another place, from `findFixElsewhere`. */
  readonly elsewhere?: readonly Commit[] | undefined;
  readonly today: Day;
}

/** What became of an earlier problem: a person's word first, then the code, then what reviewers say. */
export function statusOf(problem: KnownProblem, facts: StatusFacts): PreviousFinding {
  const { ref, sightings, title, severity, decision } = problem;
  const { code, raisedAgain, verdicts } = facts;
  const held = decision !== undefined && decisionHolds(decision, facts.today) ? decision : undefined;
  // What only a decision knows was raised in no round of this series.
  const rounds = [...new Set(sightings.map(({ round }) => round))].filter((round) => round > 0);
  const { status, text } = decided(problem, facts) ?? judged(problem, facts);
  const commits = status === "fixed" ? distinct([...code.commits, ...(facts.elsewhere ?? [])]) : [...code.commits];
  return {
    ref: earlierName(ref),
    title,
    status,
    text,
    of: ref,
    ...(rounds.length > 0 && { rounds }),
    severity,
    ...(code.locations.length > 0 && { locations: [...code.locations] }),
    ...(commits.length > 0 && { commits }),
    ...(raisedAgain.length > 0 && { raisedAgain: [...raisedAgain] }),
    ...omitUndefined({ decision: held?.id }),
    ...(verdicts.length > 0 && { verdicts: [...verdicts] }),
  };
}

const distinct = (commits: readonly Commit[]): Commit[] => [
  ...new Map(commits.map((commit) => [commit.id, commit])).values(),
];

/** A decision that holds. That something is fixed is believed until it is raised again, or its code is brought back. */
function decided({ decision }: KnownProblem, { code, raisedAgain, today }: StatusFacts): Judgement | undefined {
  if (decision === undefined || decision.kind === "reopened" || !decisionHolds(decision, today)) return undefined;
  const said = sayDecision(decision);
  if (decision.kind !== "fixed") return { status: decision.kind, text: sentence(said) };
  if (raisedAgain.length === 0 && code.broughtBack === undefined) return { status: "fixed", text: sentence(said) };
  if (raisedAgain.length === 0) return { status: "open", text: sentence(said, `but ${sayBack(code)}`) };
  const again = `raised again as ${sayFew(raisedAgain)}`;
  if (code.isMaterial)
    return { status: "partly-fixed", text: sentence(said, `its code changed since, but it is ${again}`) };
  return { status: "open", text: sentence(said, `but it is ${again}, and nothing shows that its code changed`) };
}

function judged(
  problem: KnownProblem,
  { code, raisedAgain, verdicts, silence, elsewhere, today }: StatusFacts,
): Judgement {
  const { decision, settled } = problem;
  const { closes, text } = weighVerdicts(verdicts);
  const isReopened = decision?.kind === "reopened";
  const before =
    decision === undefined
      ? ""
      : decisionHolds(decision, today)
        ? sayDecision(decision)
        : `${sayDecision(decision)}, which has run out`;
  const judgement = judgeStatus({
    code,
    raisedAgain,
    closes,
    ...omitUndefined({
      elsewhere,
      silence: silence?.map(({ name }) => name),
      settled: isReopened ? undefined : settled,
    }),
  });
  return { status: judgement.status, text: sentence(judgement.text, text, before) };
}
