import type { RuledCluster } from "#model/cluster.ts";
import type { GroundedFinding } from "#model/finding.ts";
import type { GivenNames, NamesOfProblem } from "#model/history/given-names.ts";
import { type Rung, rungLevel } from "#model/panel/evidence-ladder.ts";
import { type ClusterId, clusterId } from "#model/ids.ts";
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

/** What problems are ordered and named by. */
interface NumberedRound {
  readonly raised: readonly GroundedFinding[];
  readonly reviewers?: readonly Reviewer[] | undefined;
  /** Absent: there are no earlier reports. */
  readonly names?: GivenNames | undefined;
}

type Unnamed = Omit<RuledCluster, "id">;

/**
 * Orders problems and gives each its id, once: kept ones by severity, then routed ones, then dropped ones. A problem
 * keeps the name that it has in its series, whatever its severity is now. A new one gets the next name that the series
 * never printed.
 */
export function numberProblems(problems: readonly Unnamed[], round: NumberedRound): RuledCluster[] {
  const ordered = orderProblems(rankProblems(problems, round));
  const { names } = round;
  const known = new Map(ordered.map((problem) => [problem, names?.of(problem)]));
  const kept = keepNames(ordered, (problem) => known.get(problem)?.usable ?? []);
  const taken = new Set<string>(kept.values());
  const nextOf = (letter: string): ClusterId => {
    let number = 1;
    while (taken.has(`${letter}${number}`) || names?.isPrinted(`${letter}${number}`) === true) number += 1;
    taken.add(`${letter}${number}`);
    return clusterId(`${letter}${number}`);
  };
  return ordered.map((problem) => {
    const printed = known.get(problem)?.printed ?? [];
    const id = kept.get(problem) ?? nextOf(letterOf(problem.ruling));
    return { ...problem, id, ...(printed.length > 0 && { names: [...printed] }) };
  });
}

/** Kept problems by severity, then routed ones, then dropped ones. Otherwise the order stays. */
export function orderProblems<Problem extends Pick<RuledCluster, "ruling">>(problems: readonly Problem[]): Problem[] {
  return LETTERS.flatMap((letter) => problems.filter(({ ruling }) => letterOf(ruling) === letter));
}

/**
 * Which problem gets which of its names. Several problems of a round may be one earlier problem: the kept one, then the
 * surest, has its name. A kept problem never has the name of a dropped or routed one.
 */
function keepNames(
  ordered: readonly Unnamed[],
  usableOf: (problem: Unnamed) => NamesOfProblem["usable"],
): Map<Unnamed, ClusterId> {
  const wishes = ordered.flatMap((problem) => {
    const isKept = problem.ruling.kind === "keep";
    return usableOf(problem)
      .filter(({ name }) => !isKept || !isUnlisted(name))
      .map(({ name, confidence }) => ({ problem, name, confidence, isKept }));
  });
  wishes.sort(
    (one, other) =>
      Number(other.isKept) - Number(one.isKept) ||
      Number(isUnlisted(one.name)) - Number(isUnlisted(other.name)) ||
      other.confidence - one.confidence,
  );
  const named = new Map<Unnamed, ClusterId>();
  const taken = new Set<ClusterId>();
  for (const { problem, name } of wishes) {
    if (named.has(problem) || taken.has(name)) continue;
    named.set(problem, name);
    taken.add(name);
  }
  return named;
}

const isUnlisted = (name: ClusterId): boolean => name.startsWith("R") || name.startsWith("X");

function rankProblems(problems: readonly Unnamed[], { raised, reviewers = [] }: NumberedRound): Unnamed[] {
  const findings = new Map(raised.map(({ finding }) => [finding.id, finding]));
  const families = new Map(reviewers.map(({ id, family }) => [id, family]));
  const rankOf = ({ ruling, members, credits, speaker }: Unnamed): ProblemRank => {
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
  return problems
    .map((problem) => ({ problem, rank: rankOf(problem) }))
    .sort((a, b) => compareRanks(a.rank, b.rank) || compareText(a.problem.speaker ?? "", b.problem.speaker ?? ""))
    .map(({ problem }) => problem);
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
