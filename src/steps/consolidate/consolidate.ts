import type { RuledCluster, Statement } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { FindingGrounding, LineAround } from "#model/grounding.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { Location } from "#model/location.ts";
import { isCommenter, type Reviewer } from "#model/panel/reviewer.ts";
import { numberClusters } from "#evidence/number-clusters.ts";
import { createSpeakerChoice } from "./cluster/choose-speaker.ts";
import { joinFindings } from "./cluster/join-findings.ts";
import { findSplits } from "./cluster/find-splits.ts";
import { memberships, pairsByFinding, type Problem } from "./cluster/memberships.ts";
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
 * Turns the findings of all reviewers into the problems of the report: the same problem once, rated on one scale, what
 * was shown best first, everything else dropped or routed with its reason. Does not depend on the order of the findings.
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
    const findings = sketches.map(({ finding }) => finding);
    const chooseSpeaker = createSpeakerChoice({ findings, groundings: this.#groundings, commenters });
    const problems = joined.groups.map((members) => ({ members, representative: chooseSpeaker(members) }));
    const facts = factsOf(this.#surroundings);
    const rulings = problems.map(({ members }) =>
      rule(
        members.map((at) => findings[at]!),
        facts,
      ),
    );
    const pairs = pairsByFinding(sketches.length, joined.pairs);
    const splits = findSplits(
      problems.map(({ members }, at) => (rulings[at]!.kind === "keep" ? members : [])),
      findings,
      { pairs: pairsByFinding(sketches.length, joined.links), mayJoin: joined.mayJoin },
    );
    const clusters = problems.map((problem, at) => ({
      members: [...memberships(problem, findings, pairs), ...(splits[at] ?? [])],
      credits: reviewersOf(problem, findings).map((reviewer) => ({ reviewer })),
      statement: statementOf(findings[problem.representative]!),
      ruling: rulings[at]!,
    }));
    return numberClusters(clusters, { findings, reviewers, groundings: facts.groundings });
  }
}

function reviewersOf({ members }: Problem, findings: readonly Finding[]): ReviewerId[] {
  return [...new Set(members.map((at) => findings[at]!.reviewer))];
}

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
