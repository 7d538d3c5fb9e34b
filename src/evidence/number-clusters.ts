import type { RuledCluster } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { FindingGrounding } from "#model/grounding.ts";
import { clusterId, type ClusterId } from "#model/ids.ts";
import type { Location } from "#model/location.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { type Demonstration, type Verification, verificationsOf } from "#model/panel/verification.ts";
import { type Rung, rungSchema } from "#model/history/standing-decision.ts";
import { SEVERITIES, type Severity, severityLetter, severityLevel } from "#model/severity.ts";
import { findRung } from "./find-rung.ts";

/** What problems are ordered by, strongest first. */
interface ProblemRank {
  /** As ruled; of what is not kept the worst that was claimed. */
  readonly severity: Severity;
  readonly rung: Rung;
  /** How many independent families raise it: reviewers of one vendor count once. */
  readonly families: number;
  readonly place?: Location | undefined;
  readonly title: string;
}

/** What was shown of the problems of a round, beside the clusters themselves. */
interface RankFacts {
  readonly findings: readonly Finding[];
  readonly reviewers: readonly Reviewer[];
  readonly groundings: readonly FindingGrounding[];
  readonly verifications?: readonly Verification[] | undefined;
  readonly demonstrations?: readonly Demonstration[] | undefined;
}

/** A cluster without its id, or with the one that it had before. */
type Unnumbered = Omit<RuledCluster, "id"> & { readonly id?: ClusterId };

/** How high a rung is: 0 for the weakest. */
export function rungLevel(rung: Rung): number {
  return rungSchema.options.indexOf(rung);
}

/** Orders problems by what was shown of them, then by place and title. Nobody's guess counts. */
export function compareProblems(one: ProblemRank, other: ProblemRank): number {
  return (
    severityLevel(other.severity) - severityLevel(one.severity) ||
    rungLevel(other.rung) - rungLevel(one.rung) ||
    other.families - one.families ||
    comparePlaces(one.place, other.place) ||
    compareText(one.title, other.title)
  );
}

/** Orders clusters and gives them their ids: kept ones by severity, then routed ones, then dropped ones. */
export function numberClusters(clusters: readonly Unnumbered[], facts: RankFacts): RuledCluster[] {
  const rankOf = openRanks(facts);
  const ranked = clusters
    .map((cluster) => ({ cluster, rank: rankOf(cluster) }))
    .sort((one, other) => compareProblems(one.rank, other.rank) || compareText(idOf(one), idOf(other)));
  return LETTERS.flatMap((letter) =>
    ranked
      .filter(({ cluster: { ruling } }) => letterOf(ruling) === letter)
      .map(({ cluster: { id: _before, ...cluster } }, at) => ({ id: clusterId(`${letter}${at + 1}`), ...cluster })),
  );
}

const LETTERS = [...SEVERITIES.map(severityLetter), "R", "X"];

function letterOf(ruling: RuledCluster["ruling"]): string {
  if (ruling.kind === "keep") return severityLetter(ruling.severity);
  return ruling.kind === "route" ? "R" : "X";
}

function idOf({ cluster }: { readonly cluster: Pick<RuledCluster, "members"> }): string {
  return cluster.members[0]?.finding ?? "";
}

function openRanks(facts: RankFacts): (cluster: Unnumbered) => ProblemRank {
  const findings = new Map<string, Finding>(facts.findings.map((finding) => [finding.id, finding]));
  const checks = new Map<string, FindingGrounding>(facts.groundings.map((check) => [check.finding, check]));
  const families = new Map<string, string>(facts.reviewers.map(({ id, family }) => [id, family]));
  const { verifications = [], demonstrations = [] } = facts;
  return ({ ruling, members, credits, statement }) => {
    const own = members.flatMap(({ finding }) => findings.get(finding) ?? []);
    const groundings = members.flatMap(({ finding }) => checks.get(finding) ?? []);
    const problem = statement ?? own[0];
    return {
      severity: ruling.kind === "keep" ? ruling.severity : worstOf(own),
      rung: findRung({
        problem: problem ?? { quotes: [], repros: [] },
        groundings,
        verifications: verificationsOf(verifications, members),
        demonstrations: demonstrations.filter(({ finding }) => members.some((member) => member.finding === finding)),
        isChecked: true,
      }).level,
      families: new Set(credits.map(({ reviewer }) => families.get(reviewer) ?? reviewer)).size,
      place: problem?.locations[0],
      title: problem?.title ?? "",
    };
  };
}

function worstOf(findings: readonly Finding[]): Severity {
  return SEVERITIES.find((severity) => findings.some((finding) => finding.severity === severity)) ?? "suggestion";
}

/** By path and line. What names no place comes last, a whole file before its lines. */
function comparePlaces(one: Location | undefined, other: Location | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return compareText(one.path, other.path) || (one.start ?? 0) - (other.start ?? 0);
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
