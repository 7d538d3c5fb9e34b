import type { RuledCluster } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { GroundedFinding } from "#model/grounding.ts";
import type { KnownProblem } from "#model/rounds/known-problem.ts";
import type { Recognition } from "#model/rounds/lineage.ts";
import type { Rung } from "#model/rounds/standing-decision.ts";
import type { Severity } from "#model/severity.ts";
import type { Demonstration } from "#model/verification.ts";
import { weighEvidence } from "#steps/build-report/weigh-evidence.ts";
import { isSureEnough } from "#steps/recognise/is-sure-enough.ts";
import { contradicts } from "#steps/recognise/contradicts/contradicts.ts";
import { decideReraised } from "#steps/trace-rounds/decide-reraised.ts";
import { isUnchanged, type KnownStory } from "./know-earlier.ts";

/** What is known of the findings of a round when they are compared with the past. */
export interface SaidNow {
  readonly grounded: readonly GroundedFinding[];
  /** What encloses each finding's places, by its id. */
  readonly symbols: ReadonlyMap<string, readonly string[]>;
  readonly demonstrations?: readonly Demonstration[];
  readonly today: string;
  /** Whether a finding's evidence may yet grow in this round. */
  readonly isPending: (finding: Finding) => boolean;
}

/** An earlier problem that is met again. */
export interface MetAgain {
  readonly recognition: Recognition;
  readonly problem: KnownProblem;
}

/** What the past says of the problems of a round. */
export interface JudgedAgain {
  /** The earlier problem whose advice a cluster asks to undo. */
  against(cluster: Pick<RuledCluster, "members">): Recognition | undefined;
  /** The earlier problem that a cluster is. */
  meet(cluster: Pick<RuledCluster, "members">): MetAgain | undefined;
  /** Why a problem falls that somebody decided against; undefined: it does not. */
  declined(members: readonly Finding[], severity: Severity): string | undefined;
  /** Why a kept cluster is shown although somebody decided against it. */
  shownBecause(cluster: RuledCluster): string | undefined;
  /** The cluster, dropped where its evidence came to nothing after all. */
  ruleAgain(cluster: RuledCluster): RuledCluster;
}

/** Compares what is said now with what is known. May be asked while reviewers still speak. */
export function judgeAgain(story: KnownStory, said: SaidNow): JudgedAgain {
  const { problems, memory } = story;
  const byRef = new Map(problems.map((problem) => [keyOf(problem.ref), problem]));
  const recogniser = memory.among({
    findings: said.grounded.map(({ finding }) => finding),
    groundings: said.grounded.map(({ grounding }) => grounding),
    symbols: said.symbols,
  });
  const findings = new Map(said.grounded.map(({ finding }) => [finding.id as string, finding]));
  const fixed = problems.filter((problem) => isFixed(story, problem));
  const against = (members: readonly string[]): Recognition | undefined =>
    contradicts(
      members.flatMap((id) => findings.get(id) ?? []),
      fixed,
    );
  const meet = (members: readonly string[]): MetAgain | undefined => {
    // What asks for the reverse speaks of the same thing in the same words.
    if (against(members) !== undefined) return undefined;
    const recognition = recogniser.of(members);
    const problem = recognition === undefined ? undefined : byRef.get(keyOf(recognition.of));
    return recognition && problem && { recognition, problem };
  };
  const decide = (members: readonly Finding[], severity: Severity) => {
    const met = meet(members.map(({ id }) => id));
    const decision = met?.problem.decision;
    if (met === undefined || (decision?.kind !== "declined" && decision?.kind !== "accepted-risk")) return undefined;
    const { recognition, problem } = met;
    if (!isSureEnough(recognition, decision, isUnchanged(story.codeSinceDecision(problem)))) {
      return {
        kind: "keep" as const,
        shownBecause: `It may be another problem than the one decided on (${decision.id}): ${recognition.because}.`,
      };
    }
    const raised = { severity, rung: rungOf(members, said), recognition };
    return decideReraised(raised, { decision, code: story.codeSinceDecision(problem), today: said.today });
  };
  const membersOf = ({ members }: Pick<RuledCluster, "members">): Finding[] =>
    members.flatMap(({ finding, share }) => (share === "secondary" ? [] : (findings.get(finding) ?? [])));
  return {
    against: (cluster) => against(membersOf(cluster).map(({ id }) => id)),
    meet: (cluster) => meet(membersOf(cluster).map(({ id }) => id)),
    declined(members, severity) {
      const judged = decide(members, severity);
      return judged?.kind === "drop" && !members.some(said.isPending) ? judged.because : undefined;
    },
    shownBecause(cluster) {
      if (cluster.ruling.kind !== "keep") return undefined;
      const judged = decide(membersOf(cluster), cluster.ruling.severity);
      return judged?.kind === "keep" ? judged.shownBecause : undefined;
    },
    ruleAgain(cluster) {
      if (cluster.ruling.kind !== "keep") return cluster;
      const judged = decide(membersOf(cluster), cluster.ruling.severity);
      if (judged?.kind !== "drop") return cluster;
      const members = cluster.members.filter(({ share }) => share !== "secondary");
      return { ...cluster, members, ruling: { kind: "drop", reason: "declined-earlier", because: judged.because } };
    },
  };
}

/** Advice that nobody followed cannot be undone. */
function isFixed({ previous, problems }: KnownStory, problem: KnownProblem): boolean {
  const status = previous[problems.indexOf(problem)]?.status;
  return status === "fixed" || status === "partly-fixed" || status === "gone";
}

const keyOf = ({ review, cluster }: Recognition["of"]): string => `${review}\0${cluster}`;

/** How far the evidence goes by now. */
function rungOf(members: readonly Finding[], { grounded, demonstrations = [] }: SaidNow): Rung {
  const ids = members.map(({ id }) => id);
  return weighEvidence({
    review: { groundings: grounded.map(({ grounding }) => grounding), origin: { kind: "round", tool: "" } },
    problem: {
      quotes: members.flatMap(({ quotes }) => quotes),
      repros: members.flatMap(({ repros }) => repros),
    },
    members: ids,
    excerpts: [],
    demonstrations: demonstrations.filter(({ finding }) => ids.includes(finding)),
  }).level;
}
