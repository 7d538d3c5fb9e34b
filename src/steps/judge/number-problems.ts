import type { RuledCluster } from "#model/cluster.ts";
import type { GroundedFinding } from "#model/finding.ts";
import { type Rung, rungLevel } from "#model/history/standing-decision.ts";
import { clusterId } from "#model/ids.ts";
import type { Location } from "#model/location.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { SEVERITIES, type Severity, severityLetter, severityLevel } from "#model/severity.ts";

/** What problems are ordered by, strongest first. */
interface ProblemRank {
  /** As ruled. For a problem that is not kept: the worst claim. */
  readonly severity: Severity;
  readonly rung: Rung;
  /** How many independent families raise it: reviewers of one vendor count once. */
  readonly families: number;
  readonly place?: Location | undefined;
  readonly title: string;
}

/** Orders problems by severity and evidence, then by place and title. */
export function compareRanks(one: ProblemRank, other: ProblemRank): number {
  return (
    severityLevel(other.severity) - severityLevel(one.severity) ||
    rungLevel(other.rung) - rungLevel(one.rung) ||
    other.families - one.families ||
    comparePlaces(one.place, other.place) ||
    compareText(one.title, other.title)
  );
}

/** Orders problems and gives each its id, once: kept ones by severity, then routed ones, then dropped ones. */
export function numberProblems(
  problems: readonly Omit<RuledCluster, "id">[],
  { raised, reviewers = [] }: { raised: readonly GroundedFinding[]; reviewers?: readonly Reviewer[] | undefined },
): RuledCluster[] {
  const findings = new Map(raised.map(({ finding }) => [finding.id, finding]));
  const families = new Map(reviewers.map(({ id, family }) => [id, family]));
  const rankOf = ({ ruling, members, credits, speaker }: Omit<RuledCluster, "id">): ProblemRank => {
    const claimed = members.flatMap(({ finding }) => findings.get(finding)?.severity ?? []);
    const { locations: [place] = [], title = "" } = (speaker && findings.get(speaker)) ?? {};
    return {
      severity:
        ruling.kind === "keep" ? ruling.severity : (SEVERITIES.find((each) => claimed.includes(each)) ?? "suggestion"),
      rung: ruling.evidence ?? "asserted",
      families: new Set(credits.map(({ reviewer }) => families.get(reviewer) ?? reviewer)).size,
      place,
      title,
    };
  };
  const ranked = problems
    .map((problem) => ({ problem, rank: rankOf(problem) }))
    .sort((a, b) => compareRanks(a.rank, b.rank) || compareText(a.problem.speaker ?? "", b.problem.speaker ?? ""));
  return LETTERS.flatMap((letter) =>
    ranked
      .filter(({ problem: { ruling } }) => letterOf(ruling) === letter)
      .map(({ problem }, at) => ({ ...problem, id: clusterId(`${letter}${at + 1}`) })),
  );
}

const LETTERS = [...SEVERITIES.map(severityLetter), "R", "X"];

function letterOf(ruling: RuledCluster["ruling"]): string {
  if (ruling.kind === "keep") return severityLetter(ruling.severity);
  return ruling.kind === "route" ? "R" : "X";
}

/** By path and line. What names no place comes last, a whole file before its lines. */
function comparePlaces(one: Location | undefined, other: Location | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return compareText(one.path, other.path) || (one.start ?? 0) - (other.start ?? 0);
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
