import { findRung } from "#evidence/find-rung.ts";
import { profileFindings, readFindingText } from "#likeness/finding-profile.ts";
import type { Member, Ruling, RuledCluster } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { LineAround, RaisedFinding } from "#model/grounding.ts";
import type { FindingId } from "#model/ids.ts";
import type { Location } from "#model/location.ts";
import { isCommenter, type Reviewer } from "#model/panel/reviewer.ts";
import type { Demonstration, Verification } from "#model/panel/verification.ts";
import type { Rung } from "#model/history/standing-decision.ts";
import { createSpeakerChoice } from "./cluster/choose-speaker.ts";
import { joinFindings } from "./cluster/join-findings.ts";
import { findSplits } from "./cluster/find-splits.ts";
import { memberships, pairsByFinding, type JoinedProblem } from "./cluster/memberships.ts";
import type { EarlierDecisions } from "./ruling/earlier-decisions.ts";
import { findRefutation } from "./ruling/find-refutation.ts";
import { rule } from "./ruling/rule.ts";
import type { SeverityRecord } from "./severity/severity-record.ts";

/** The findings of a round, and everything that problems are ruled by. All but the findings may be missing. */
export interface RulingInput {
  readonly raised: readonly RaisedFinding[];
  /** The panel: reviewers of one family count as one voice. */
  readonly reviewers?: readonly Reviewer[] | undefined;
  /** What became of ratings before; the shipped record where there is no other. */
  readonly severities?: SeverityRecord | undefined;
  /** The lines of the head at a place, with three more on each side. */
  readonly linesAround?: ((location: Location) => readonly LineAround[]) | undefined;
  /** True when a file of the head, or one that the change removed, has this name (the last part of a path). */
  readonly hasFileNamed?: ((name: string) => boolean) | undefined;
  /** The changed files, where the user narrowed the review to some. */
  readonly narrowedTo?: readonly string[] | undefined;
  readonly verifications?: readonly Verification[] | undefined;
  readonly demonstrations?: readonly Demonstration[] | undefined;
  /** What people decided against in earlier rounds. */
  readonly decisions?: EarlierDecisions | undefined;
}

/** Findings about one problem and what becomes of it; it has no number yet. */
export type RuledProblem = Omit<RuledCluster, "id"> & { readonly speaker: FindingId };

/**
 * Turns the findings of all reviewers into problems: the same problem once, rated on one scale, and ruled on with
 * everything that is known. Does not depend on the order of the findings.
 */
export function ruleProblems(input: RulingInput): RuledProblem[] {
  const raised = input.raised.toSorted((one, other) => compareIds(one.finding.id, other.finding.id));
  const { reviewers = [], verifications = [] } = input;
  const findings = raised.map(({ finding }) => finding);
  const portraits = profileFindings(raised.map(({ finding, grounding }) => readFindingText(finding, grounding)));
  const commenters = new Set(reviewers.filter(isCommenter).map(({ id }) => id));
  const analyzers = new Set(reviewers.filter(({ kind }) => kind === "analyzer").map(({ id }) => id));
  const joined = joinFindings(portraits, { analyzers, commenters });
  const chooseSpeaker = createSpeakerChoice(raised, commenters);
  const groups = joined.groups.map((members) => ({ members, representative: chooseSpeaker(members) }));
  const rulings = groups.map(({ members, representative }) => {
    const own = members.map((at) => raised[at]!);
    return rule(own, { ...input, rung: rungOf(findings[representative]!, own, input) });
  });
  const pairs = pairsByFinding(raised.length, joined.pairs);
  const splits = findSplits(
    groups.map(({ members }, at) => (rulings[at]!.kind === "keep" ? members : [])),
    findings,
    { pairs: pairsByFinding(raised.length, joined.links), mayJoin: joined.mayJoin },
  );
  const problems = groups.map((group, at) => ({
    members: [...memberships(group, findings, pairs), ...(splits[at] ?? [])],
    credits: creditsOf(group, findings),
    speaker: findings[group.representative]!.id,
    ruling: rulings[at]!,
  }));
  if (verifications.length === 0) return problems;
  return problems.map((problem) => dropRefuted(problem, findRefutation(problem, { problems, raised, verifications })));
}

/** A problem that a verifier refutes feeds on nothing else any more. */
function dropRefuted(problem: RuledProblem, because: string | undefined): RuledProblem {
  if (because === undefined) return problem;
  const { author, evidence } = problem.ruling;
  const ruling: Ruling = { kind: "drop", reason: "refuted", because, author, evidence };
  return { ...problem, members: problem.members.filter(isOwn), ruling };
}

const isOwn = ({ share }: Member): boolean => share !== "secondary";

/** How far the evidence of a problem's own findings goes. */
function rungOf(
  speaker: Finding,
  own: readonly RaisedFinding[],
  { verifications = [], demonstrations = [] }: RulingInput,
): Rung {
  const ids = new Set(own.map(({ finding }) => finding.id));
  return findRung({
    problem: speaker,
    groundings: own.flatMap(({ grounding }) => grounding ?? []),
    verifications: verifications.filter(({ claim }) => ids.has(claim)),
    demonstrations: demonstrations.filter(({ finding }) => ids.has(finding)),
    isChecked: true,
  }).level;
}

function creditsOf({ members }: JoinedProblem, findings: readonly Finding[]): RuledCluster["credits"] {
  return [...new Set(members.map((at) => findings[at]!.reviewer))].map((reviewer) => ({ reviewer }));
}

/** By reviewer, then by the number of the label as people count: S2 before S10. To a collator S1 and S01 are the same. */
function compareIds(one: string, other: string): number {
  return COLLATOR.compare(one, other) || (one < other ? -1 : 1);
}

const COLLATOR = new Intl.Collator("en", { numeric: true });
