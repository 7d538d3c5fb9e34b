import type { RuledCluster, Statement } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { FindingGrounding, LineAround } from "#model/grounding.ts";
import { clusterId, type ReviewerId } from "#model/ids.ts";
import type { Location } from "#model/location.ts";
import { isCommenter, type Reviewer } from "#model/panel/reviewer.ts";
import { SEVERITIES, severityLetter } from "#model/severity.ts";
import { joinFindings } from "./cluster/join-findings.ts";
import { findSplits } from "./cluster/find-splits.ts";
import { memberships, pairsByFinding } from "./cluster/memberships.ts";
import { rankProblems, type RankedProblem } from "./confidence/rank-problems.ts";
import { drawPortraits, type Sketch, sketch } from "#likeness/portrait.ts";
import { type Declined, rule, type RulingFacts } from "./ruling/rule.ts";
import type { SeverityRecord } from "./severity/severity-record.ts";

/** What is known beside the findings themselves. All of it may be missing. */
export interface Surroundings {
  /** What the check against the commit showed. */
  readonly groundings?: readonly FindingGrounding[];
  /** The panel: reviewers of one family count as one voice. */
  readonly reviewers?: readonly Reviewer[];
  /** What became of ratings before; the shipped record where there is no other. */
  readonly severities?: SeverityRecord;
  /** The lines of the head at a place, with three more on each side. */
  readonly linesAround?: (location: Location) => readonly LineAround[];
  readonly hasFileNamed?: (name: string) => boolean;
  /** The changed files, where the user narrowed the review to some. */
  readonly narrowedTo?: readonly string[];
  /** What people decided against in earlier rounds. */
  readonly declined?: Declined;
}

/**
 * Turns the findings of all reviewers into the problems of the report: the same problem once, rated on one scale, the
 * likely ones first, everything else dropped or routed with its reason. Does not depend on the order of the findings.
 */
export function consolidate(findings: readonly Finding[], surroundings: Surroundings = {}): RuledCluster[] {
  const consolidation = new Consolidation(surroundings);
  for (const finding of findings) consolidation.add(finding);
  return consolidation.result();
}

/** The same while reviewers still speak: a finding is read when it arrives, and the result can be had at any time. */
export class Consolidation {
  readonly #surroundings: Surroundings;
  readonly #groundings: ReadonlyMap<string, FindingGrounding>;
  readonly #sketches: Sketch[] = [];

  constructor(surroundings: Surroundings = {}) {
    this.#surroundings = surroundings;
    this.#groundings = new Map((surroundings.groundings ?? []).map((checked) => [checked.finding, checked]));
  }

  /** Takes one more finding. */
  add(finding: Finding): void {
    this.#sketches.push(sketch(finding, this.#groundings.get(finding.id)));
  }

  /** The problems of everything that has arrived. */
  result(): RuledCluster[] {
    const sketches = this.#sketches.toSorted((a, b) => compareIds(a.finding.id, b.finding.id));
    const portraits = drawPortraits(sketches);
    const { reviewers = [] } = this.#surroundings;
    const analyzers = new Set(reviewers.filter(({ kind }) => kind === "analyzer").map(({ id }) => id));
    const commenters = new Set(reviewers.filter(isCommenter).map(({ id }) => id));
    const joined = joinFindings(portraits, { analyzers, commenters });
    const problems = rankProblems(portraits, joined, reviewers);
    const ruled = problems.map((problem) => ({
      problem,
      ruling: rule(
        problem.members.map((at) => sketches[at]!.finding),
        factsOf(this.#surroundings),
      ),
    }));
    const findings = sketches.map(({ finding }) => finding);
    const pairs = pairsByFinding(sketches.length, joined.pairs);
    const splits = findSplits(
      ruled.map(({ problem, ruling }) => (ruling.kind === "keep" ? problem.members : [])),
      findings,
      { pairs: pairsByFinding(sketches.length, joined.links), mayJoin: joined.mayJoin },
    );
    const splitsOf = new Map(problems.map((problem, at) => [problem, splits[at] ?? []]));
    return number(ruled).map(({ id, problem, ruling }) => {
      const further = splitsOf.get(problem) ?? [];
      return {
        id: clusterId(id),
        members: [...memberships(problem, findings, pairs), ...further],
        credits: reviewersOf(problem, findings).map((reviewer) => ({ reviewer })),
        statement: statementOf(findings[problem.representative]!),
        standing: problem.standing,
        ruling,
      };
    });
  }
}

type Ruled = { readonly problem: RankedProblem; readonly ruling: RuledCluster["ruling"] };

/** Kept by severity and then by standing, then routed, then dropped; each with its letter and number. */
function number(ruled: readonly Ruled[]): (Ruled & { readonly id: string })[] {
  const sorted = ruled.toSorted((a, b) => b.problem.standing.probability - a.problem.standing.probability);
  const label = (list: readonly Ruled[], letter: string) =>
    list.map((each, at) => ({ ...each, id: `${letter}${at + 1}` }));
  return [
    ...SEVERITIES.flatMap((severity) =>
      label(
        sorted.filter(({ ruling }) => ruling.kind === "keep" && ruling.severity === severity),
        severityLetter(severity),
      ),
    ),
    ...label(
      sorted.filter(({ ruling }) => ruling.kind === "route"),
      "R",
    ),
    ...label(
      sorted.filter(({ ruling }) => ruling.kind === "drop"),
      "X",
    ),
  ];
}

function reviewersOf({ members }: RankedProblem, findings: readonly Finding[]): ReviewerId[] {
  return [...new Set(members.map((at) => findings[at]!.reviewer))];
}

/** The report speaks in the words of the finding that is likeliest to stand; in a commenter's only where nobody else raises it. */
function statementOf({ title, locations, places, body, quotes, repros, fix, class: origin }: Finding): Statement {
  const stated = { title, locations, places, body, quotes, repros, notes: [] };
  return { ...stated, ...(fix === undefined ? {} : { fix }), ...(origin === undefined ? {} : { class: origin }) };
}

function factsOf(surroundings: Surroundings): RulingFacts {
  const { groundings = [], linesAround = () => [], severities, hasFileNamed, narrowedTo, declined } = surroundings;
  const { reviewers = [] } = surroundings;
  return {
    groundings,
    linesAround,
    commenters: reviewers.filter(isCommenter).map(({ id }) => id),
    ...(severities === undefined ? {} : { severities }),
    ...(hasFileNamed === undefined ? {} : { hasFileNamed }),
    ...(narrowedTo === undefined ? {} : { narrowedTo }),
    ...(declined === undefined ? {} : { declined }),
  };
}

/** By reviewer, then by the number of the label as people count: S2 before S10. To a collator S1 and S01 are the same. */
function compareIds(one: string, other: string): number {
  return COLLATOR.compare(one, other) || (one < other ? -1 : 1);
}

const COLLATOR = new Intl.Collator("en", { numeric: true });
