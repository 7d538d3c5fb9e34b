import type { RuledCluster } from "#model/cluster.ts";
import { checkOf, type Finding } from "#model/finding.ts";
import type { FindingId } from "#model/ids.ts";
import type { Review } from "#model/review.ts";
import { joinFindings, type JudgedPair, SAME_FROM } from "./cluster/join-findings.ts";
import { contributions } from "#likeness/pair-model.ts";
import { profileFindings, readFindingText } from "#likeness/finding-profile.ts";
import { describeSharedTraits } from "#likeness/describe-shared-traits.ts";

/** Two findings, how probably they are one problem, and the evidence for and against it. */
export interface ExplainedPair {
  readonly one: FindingId;
  readonly other: FindingId;
  readonly probability: number;
  readonly evidence: string;
  readonly against: readonly string[];
}

/** Why these findings are one cluster. */
export interface Explanation {
  readonly joined: readonly ExplainedPair[];
  /** The findings that came closest and were not merged. */
  readonly next: readonly ExplainedPair[];
  /** Findings are merged from this average probability on. */
  readonly from: number;
}

const NEXT = 3;

/** Compares the findings again, as when the cluster was made: the same findings give the same answer. */
export function explainCluster(
  cluster: RuledCluster,
  { findings, groundings = [], reviewers }: Pick<Review, "findings" | "groundings" | "reviewers">,
): Explanation {
  const checked = new Map(groundings.map((grounding) => [grounding.finding, grounding]));
  const profiles = profileFindings(findings.map((finding) => readFindingText(finding, checked.get(finding.id))));
  const analyzers = new Set<string>(
    reviewers.filter(({ kind }) => kind === "analyzer" || kind === "gate").map(({ id }) => id),
  );
  const { pairs, mayJoin } = joinFindings(profiles, { analyzers });
  const members = new Set(cluster.members.map(({ finding }) => finding));
  const inside = (at: number): boolean => members.has(findings[at]!.id);
  const apart = (one: Finding, other: Finding): string => {
    if (!analyzers.has(one.reviewer) || !analyzers.has(other.reviewer)) return DIFFERENT_PLACES;
    if (checkOf(one) !== checkOf(other)) return DIFFERENT_CHECKS;
    return one.reviewer === other.reviewer ? DIFFERENT_HITS : DIFFERENT_PLACES;
  };
  const explain = (pair: JudgedPair): ExplainedPair => ({
    one: findings[pair.one]!.id,
    other: findings[pair.other]!.id,
    probability: pair.probability,
    evidence: describeSharedTraits(pair.traits),
    against: [
      ...(mayJoin([pair.one], [pair.other]) ? [] : [apart(findings[pair.one]!, findings[pair.other]!)]),
      ...against(pair),
    ],
  });
  const sorted = pairs.toSorted((a, b) => b.probability - a.probability);
  return {
    joined: sorted.filter(({ one, other }) => inside(one) && inside(other)).map(explain),
    next: sorted
      .filter(({ one, other }) => inside(one) !== inside(other))
      .slice(0, NEXT)
      .map(explain),
    from: SAME_FROM,
  };
}

const DIFFERENT_CHECKS = "two checks never find one problem";
const DIFFERENT_HITS = "each hit of a check is a problem of its own";
const DIFFERENT_PLACES =
  "they are about different places, and their texts name nothing in common that makes them one problem";

const AGAINST: Readonly<Record<string, string>> = {
  otherFile: "different files",
  severityGap: "rated differently",
  otherClass: "classed differently",
  otherKind: "different kinds of problem",
};

function against({ traits }: JudgedPair): string[] {
  return contributions(traits).flatMap(({ trait, adds }) => (adds < 0 && AGAINST[trait] ? [AGAINST[trait]] : []));
}
