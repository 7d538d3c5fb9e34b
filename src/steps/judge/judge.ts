import { findRung } from "#evidence/find-rung.ts";
import { profileFindings, readFindingText } from "#likeness/finding-profile.ts";
import type { Member, RuledCluster, Ruling } from "#model/cluster.ts";
import type { Finding, GroundedFinding } from "#model/finding.ts";
import type { GivenNames } from "#model/history/given-names.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import type { Rung } from "#model/panel/evidence-ladder.ts";
import { buildLedger, type Ledger } from "#model/ledger.ts";
import { isCommenter, type ReviewerRun } from "#model/panel/reviewer.ts";
import type { RunClaim } from "#model/panel/run-claim.ts";
import type { Demonstration, Verification } from "#model/panel/verification.ts";
import { decideVerdict, type Verdict } from "#model/verdict.ts";
import { findSplits } from "./cluster/find-splits.ts";
import { joinFindings } from "./cluster/join-findings.ts";
import { createSpeakerChoice, memberships, pairsByFinding } from "./cluster/memberships.ts";
import {
  describeDeclined,
  describeKeptSeverity,
  describeLowered,
  describeSilenced,
  describeUnsupportedRuns,
} from "./describe-findings.ts";
import { numberProblems, orderProblems } from "./number-problems.ts";
import { findRefutation } from "./ruling/find-refutation.ts";
import { rule, type RulingFacts } from "./ruling/rule.ts";

/** The findings of a round, and everything that problems are ruled by. Everything but the findings may be missing. */
export interface RulingInput extends RulingFacts {
  readonly raised: readonly GroundedFinding[];
  readonly verifications?: readonly Verification[] | undefined;
  readonly demonstrations?: readonly Demonstration[] | undefined;
  /** What reviewers say they ran, compared with their logs. */
  readonly runClaims?: readonly RunClaim[] | undefined;
}

/** Everything that a round is judged by, once all reviewers and verifiers have ended. */
export interface JudgeInput<History extends TracedProblems> extends RulingInput {
  readonly runs: readonly ReviewerRun[];
  /** The names that problems have from earlier rounds. Absent: there are none. */
  readonly names?: GivenNames | undefined;
  /** Adds to each problem where it comes from, and finds the state of earlier ones. Absent: there is no history. */
  readonly trace?: ((clusters: readonly RuledCluster[]) => Promise<History>) | undefined;
  /** What keeps the round from being complete, a phrase each. */
  readonly incomplete?: readonly string[] | undefined;
  /** What else a reader must know, a phrase each. */
  readonly remarks?: readonly string[] | undefined;
}

/** The problems of a round with their lineage, and the state of the earlier ones. */
export interface TracedProblems {
  readonly clusters: readonly RuledCluster[];
  readonly previous: readonly PreviousFinding[];
}

/** The problems with one ruling and one number each, the account of all findings, and the verdict on the change. */
export interface Judgement<History extends TracedProblems> {
  readonly clusters: readonly RuledCluster[];
  readonly ledger: Ledger;
  readonly verdict: Verdict;
  /** Absent: there is no history. */
  readonly history: History | undefined;
}

/** Judges a round. Called once, at the end; until then there is only `previewProblems`. */
export async function judge<History extends TracedProblems>(input: JudgeInput<History>): Promise<Judgement<History>> {
  const { runs, reviewers = [], incomplete, remarks = [] } = input;
  const numbered = numberProblems(ruleProblems(input), input);
  const history = await input.trace?.(numbered);
  const previous = history?.previous ?? [];
  // A problem may have kept the severity of an earlier round.
  const clusters = orderProblems(history?.clusters ?? numbered);
  const findings = input.raised.map(({ finding }) => finding);
  const verdict = decideVerdict(clusters, runs, {
    reviewers,
    previous,
    incomplete,
    remarks: [
      ...describeSilenced(clusters, findings),
      ...describeDeclined(previous),
      ...describeKeptSeverity(clusters, numbered),
      ...describeLowered(clusters, findings, reviewers),
      ...describeUnsupportedRuns(clusters, input.runClaims),
      ...remarks,
    ],
  });
  return { clusters, ledger: buildLedger({ findings, clusters }), verdict, history };
}

/** Rules on and numbers the problems of findings that come without a round. */
export function judgeProblems(input: RulingInput): RuledCluster[] {
  return numberProblems(ruleProblems(input), input);
}

/**
 * Turns the findings of all reviewers into problems: each problem once, rated on one scale, and ruled on with everything
 * that is known. They have no number yet. The result does not depend on the order of the findings.
 */
export function ruleProblems(input: RulingInput): Omit<RuledCluster, "id">[] {
  const raised = input.raised.toSorted((one, other) => compareIds(one.finding.id, other.finding.id));
  const { reviewers = [], verifications = [] } = input;
  const findings = raised.map(({ finding }) => finding);
  const profiles = profileFindings(raised.map(({ finding, grounding }) => readFindingText(finding, grounding)));
  const commenters = new Set(reviewers.filter(isCommenter).map(({ id }) => id));
  const analyzers = new Set(reviewers.filter(({ kind }) => kind === "analyzer" || kind === "gate").map(({ id }) => id));
  const joined = joinFindings(profiles, { analyzers, commenters });
  const chooseSpeaker = createSpeakerChoice(raised, commenters);
  const groups = joined.groups.map((members) => ({ members, speaker: chooseSpeaker(members) }));
  const rulings = groups.map(({ members, speaker }) => {
    const own = members.map((at) => raised[at]!);
    return rule(own, rungOf(findings[speaker]!, own, input), input);
  });
  const pairs = pairsByFinding(raised.length, joined.pairs);
  const splits = findSplits(
    groups.map(({ members }, at) => (rulings[at]!.kind === "keep" ? members : [])),
    findings,
    { pairs: pairsByFinding(raised.length, joined.links), mayJoin: joined.mayJoin },
  );
  const problems = groups.map(({ members, speaker }, at) => ({
    members: [
      ...memberships([speaker, ...members.filter((each) => each !== speaker)], findings, pairs),
      ...splits[at]!,
    ],
    credits: creditsOf(members.map((each) => findings[each]!)),
    speaker: findings[speaker]!.id,
    ruling: rulings[at]!,
  }));
  if (verifications.length === 0) return problems;
  return problems.map((problem) => {
    const because = findRefutation(problem, { problems, raised, verifications });
    return because === undefined ? problem : { ...problem, ...dropRefuted(problem, because) };
  });
}

/** A problem that a verifier refutes keeps only its own findings. */
function dropRefuted(
  { members, ruling: { author, evidence } }: Pick<RuledCluster, "members" | "ruling">,
  because: string,
): { readonly members: Member[]; readonly ruling: Ruling } {
  const own = members.filter(({ share }) => share !== "secondary");
  return { members: own, ruling: { kind: "drop", reason: "refuted", because, author, evidence } };
}

/** How far the evidence of a problem's own findings goes. */
function rungOf(
  speaker: Finding,
  own: readonly GroundedFinding[],
  { verifications = [], demonstrations = [], runClaims = [] }: RulingInput,
): Rung {
  const ids = new Set(own.map(({ finding }) => finding.id));
  return findRung({
    problem: speaker,
    groundings: own.flatMap(({ grounding }) => grounding ?? []),
    verifications: verifications.filter(({ claim }) => ids.has(claim)),
    demonstrations: demonstrations.filter(({ finding }) => ids.has(finding)),
    runClaims: runClaims.filter(({ finding }) => finding !== undefined && ids.has(finding)),
    isChecked: true,
  }).level;
}

function creditsOf(findings: readonly Finding[]): RuledCluster["credits"] {
  return [...new Set(findings.map(({ reviewer }) => reviewer))].map((reviewer) => ({ reviewer }));
}

/** By reviewer, then by the number of the label as people count: S2 before S10. To a collator S1 and S01 are the same. */
function compareIds(one: string, other: string): number {
  return COLLATOR.compare(one, other) || (one < other ? -1 : 1);
}

const COLLATOR = new Intl.Collator("en", { numeric: true });
