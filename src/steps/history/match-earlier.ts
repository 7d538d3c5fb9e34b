import { findRung } from "#evidence/find-rung.ts";
import type { RuledCluster } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { GroundedFinding } from "#model/grounding.ts";
import { type Location, mayBeSameFile } from "#model/location.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import type { EarlierMatch } from "#model/history/lineage.ts";
import type { Rung, StandingDecision } from "#model/history/standing-decision.ts";
import { type Severity, severityLevel } from "#model/severity.ts";
import type { Demonstration } from "#model/panel/verification.ts";
import { contradicts } from "./match/contradicts/contradicts.ts";
import { makeIdentity } from "./match/identity/make-identity.ts";
import { FindingMatcher } from "./match/finding-matcher.ts";
import { placesOf } from "./match/symbols-of.ts";
import { isSureEnough } from "./match/thresholds.ts";
import { type CodeState, isUnchanged } from "./trace/code-state.ts";
import type { EarlierMatches, History, MatchedProblem } from "./trace-history.ts";
import { decideReraised, type Reraised } from "./status/decide-reraised.ts";

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

/** What the past says of the problems of a round. */
export interface JudgedAgain extends EarlierMatches {
  /** Why a problem falls that somebody decided against; undefined: it does not. */
  declined(members: readonly Finding[], severity: Severity): string | undefined;
  /** The cluster, dropped where its evidence came to nothing after all. */
  ruleAgain(cluster: RuledCluster): RuledCluster;
}

/** Compares what is said now with what is known. May be asked while reviewers still speak. */
export async function matchEarlier(story: History, said: SaidNow): Promise<JudgedAgain> {
  const recogniser = new FindingMatcher(story.index, {
    findings: said.grounded.map(({ finding }) => finding),
    groundings: said.grounded.map(({ grounding }) => grounding),
    symbols: said.symbols,
  });
  const table = new Table(story, said, recogniser);
  await table.readNewCode();
  return table;
}

class Table implements JudgedAgain {
  readonly #story: History;
  readonly #said: SaidNow;
  readonly #recogniser: FindingMatcher;
  readonly #byRef: ReadonlyMap<string, EarlierProblem>;
  readonly #grounded: ReadonlyMap<string, GroundedFinding>;
  readonly #fixed: readonly EarlierProblem[];
  /** Findings in lines that came after the decision that speaks against them. */
  readonly #fresh = new Set<string>();
  /** Problems by what is exactly the same of them; several, where a check found the same line twice. */
  readonly #byIdentity: ReadonlyMap<string, readonly EarlierProblem[]>;
  readonly #identities = new Map<string, readonly string[]>();

  constructor(story: History, said: SaidNow, recogniser: FindingMatcher) {
    this.#story = story;
    this.#said = said;
    this.#recogniser = recogniser;
    this.#byRef = new Map(story.problems.map((problem) => [keyOf(problem.ref), problem]));
    this.#grounded = new Map(said.grounded.map((each) => [each.finding.id as string, each]));
    this.#fixed = story.problems.filter((problem) => isFixed(story, problem));
    this.#byIdentity = groupByIdentity(story.problems);
  }

  /** Somebody who declined a problem said nothing of code that was not there yet, however much alike. */
  async readNewCode(): Promise<void> {
    for (const { finding } of this.#said.grounded) {
      const met = this.#meet([finding.id]);
      const decision = decisionAgainst(met?.problem);
      if (met === undefined || decision === undefined || this.#standsThere([finding], met.problem)) continue;
      const since = await this.#story.since(decision.head);
      for (const { path, start, end } of this.#placesOf(finding)) {
        const lines = start === undefined || end === undefined ? undefined : { start, end };
        const change = lines && (await since?.lastChange(path, lines));
        if (change?.isAfter === true) this.#fresh.add(finding.id);
      }
    }
  }

  contradicted(cluster: Pick<RuledCluster, "members">): EarlierMatch | undefined {
    const members = this.#membersOf(cluster);
    return this.#isSurelyKnown(members) ? undefined : contradicts(members, this.#fixed);
  }

  match(cluster: Pick<RuledCluster, "members">): MatchedProblem | undefined {
    return this.#meet(this.#membersOf(cluster).map(({ id }) => id));
  }

  declined(members: readonly Finding[], severity: Severity): string | undefined {
    const judged = this.#decide(members, severity);
    return judged?.kind === "drop" && !members.some(this.#said.isPending) ? judged.because : undefined;
  }

  shownBecause(cluster: RuledCluster): string | undefined {
    if (cluster.ruling.kind !== "keep") return undefined;
    const judged = this.#decide(this.#membersOf(cluster), cluster.ruling.severity);
    return judged?.kind === "keep" ? judged.shownBecause : undefined;
  }

  ruleAgain(cluster: RuledCluster): RuledCluster {
    if (cluster.ruling.kind !== "keep") return cluster;
    const judged = this.#decide(this.#membersOf(cluster), cluster.ruling.severity);
    if (judged?.kind !== "drop") return cluster;
    const members = cluster.members.filter(({ share }) => share !== "secondary");
    return { ...cluster, members, ruling: { kind: "drop", reason: "declined-earlier", because: judged.because } };
  }

  #membersOf({ members }: Pick<RuledCluster, "members">): Finding[] {
    return members.flatMap(({ finding, share }) =>
      share === "secondary" ? [] : (this.#grounded.get(finding)?.finding ?? []),
    );
  }

  #placesOf({ id }: Finding): readonly Location[] {
    const grounded = this.#grounded.get(id);
    return grounded === undefined ? [] : placesOf(grounded);
  }

  /** Said before in the same words: then it is that, also where it asks to undo something. */
  #isSurelyKnown(members: readonly Finding[]): boolean {
    return this.#recogniser.match(members.map(({ id }) => id))?.tier === "exact";
  }

  #meet(ids: readonly string[]): MatchedProblem | undefined {
    const members = ids.flatMap((id) => this.#grounded.get(id)?.finding ?? []);
    // What asks for the reverse speaks of the same thing in the same words.
    if (!this.#isSurelyKnown(members) && contradicts(members, this.#fixed) !== undefined) return undefined;
    const recognition = this.#recogniseByPlace(members) ?? this.#recogniser.match(ids);
    const problem = recognition === undefined ? undefined : this.#byRef.get(keyOf(recognition.of));
    if (recognition === undefined || problem === undefined || this.#isAnotherHit(members, problem)) return undefined;
    return { match: recognition, problem };
  }

  /** What a check says of two places is all but the same: where the first still stands, the second is another problem. */
  #isAnotherHit(members: readonly Finding[], problem: EarlierProblem): boolean {
    const code = this.#story.codeOf(problem);
    if (!isUnchanged(code) || members.some(({ check }) => check === undefined)) return false;
    return !members.some(({ locations }) =>
      locations.some((place) => code.locations.some((one) => overlap(place, one))),
    );
  }

  /** What a check says is the same for each place of its kind: among equals the one whose code stands there is meant. */
  #recogniseByPlace(members: readonly Finding[]): EarlierMatch | undefined {
    if (this.#byIdentity.size === 0) return undefined;
    for (const finding of members.filter(({ check }) => check !== undefined)) {
      const equals = this.#identitiesOf(finding).flatMap((exact) => this.#byIdentity.get(exact) ?? []);
      const here = equals.find((problem) => this.#standsOnlyIn(finding, this.#story.codeOf(problem)));
      if (here === undefined) continue;
      return { of: here.ref, tier: "exact", confidence: 1, because: "the same check, file, code and place" };
    }
    return undefined;
  }

  /** Whether every place that a check names lies in the lines where this code stands now. Its lines need no correction. */
  #standsOnlyIn(finding: Finding, { locations }: CodeState): boolean {
    return finding.locations.every((place) => locations.some((one) => overlap(place, one)));
  }

  /**
   * Whether a finding names places that the decision was not about: lines, for a check, whose places are exact; files, for
   * what anybody else calls more than a suggestion.
   */
  #goesBeyond(finding: Finding, { locations, wordings }: EarlierProblem, code: CodeState): boolean {
    if (finding.check !== undefined) return !this.#standsOnlyIn(finding, code);
    if (finding.severity === "suggestion") return false;
    const decided = [...code.locations, ...locations, ...wordings.flatMap((each) => each.locations)];
    return (
      decided.length > 0 &&
      this.#placesOf(finding).some(({ path }) => !decided.some((place) => mayBeSameFile(place.path, path)))
    );
  }

  /** Whether findings are about the very lines that a problem's code now stands in. */
  #standsThere(members: readonly Finding[], problem: EarlierProblem): boolean {
    const { locations } = this.#story.codeSinceDecision(problem);
    return members.some((finding) =>
      this.#placesOf(finding).some((place) => locations.some((one) => touch(place, one))),
    );
  }

  #decide(members: readonly Finding[], rated: Severity): Reraised | undefined {
    const ids = members.map(({ id }) => id);
    const met = this.#meet(ids);
    const decision = decisionAgainst(met?.problem);
    if (met === undefined || decision === undefined) return undefined;
    const { match: recognition, problem } = met;
    const code = this.#story.codeSinceDecision(problem);
    if (members.some(({ id }) => this.#fresh.has(id))) {
      const shownBecause = `It is about lines that came after the decision (${decision.id}).`;
      return { kind: "keep", shownBecause };
    }
    if (members.some((finding) => this.#goesBeyond(finding, problem, code))) {
      const shownBecause = `It is about other places than the decision (${decision.id}).`;
      return { kind: "keep", shownBecause };
    }
    const isOnlyLikeIt = this.#recogniser.likeByWordsAlone(ids, problem.ref).length > 0;
    if (
      isOnlyLikeIt ||
      !isSureEnough(recognition, decision, isUnchanged(code) && this.#standsThere(members, problem))
    ) {
      const shownBecause = `It may be another problem than the one decided on (${decision.id}): ${recognition.because}.`;
      return { kind: "keep", shownBecause };
    }
    // Whoever says critical must be known to speak of the very problem; the words of others do not vouch for it.
    const critical = members.filter(({ severity }) => severity === "critical");
    const isCritical = rated === "critical" || critical.length > 0;
    const asked = critical.length > 0 ? critical : members;
    const isSure = asked.every((finding) => this.#isDecidedFinding(finding, decision));
    const raised = {
      severity: isCritical ? ("critical" as const) : worst(members, rated),
      rung: this.#rungOf(members),
      match: { tier: isSure ? ("exact" as const) : ("meaning" as const) },
    };
    return decideReraised(raised, { decision, code, today: this.#said.today });
  }

  /** Whether a finding has the fingerprint of the finding that was decided on, not of one that only was like it. */
  #isDecidedFinding({ id }: Finding, { problem }: StandingDecision): boolean {
    const theirs = [problem.identity, makeIdentity({ problem })];
    return this.#identitiesOf({ id }).some((exact) => theirs.some((one) => one.exact === exact));
  }

  /** By what a finding is exactly the same as another, with and without what encloses it. */
  #identitiesOf({ id }: Pick<Finding, "id">): readonly string[] {
    const before = this.#identities.get(id);
    const grounded = this.#grounded.get(id);
    if (before !== undefined || grounded === undefined) return before ?? [];
    const { finding, grounding } = grounded;
    const symbols = this.#said.symbols.get(id);
    const own = [makeIdentity({ problem: finding, grounding, symbols }), makeIdentity({ problem: finding, grounding })];
    const known = own.flatMap(({ exact }) => exact ?? []);
    this.#identities.set(id, known);
    return known;
  }

  /** How far the evidence goes by now. */
  #rungOf(members: readonly Finding[]): Rung {
    const { grounded, demonstrations = [] } = this.#said;
    const ids = members.map(({ id }) => id);
    return findRung({
      problem: {
        quotes: members.flatMap(({ quotes }) => quotes),
        repros: members.flatMap(({ repros }) => repros),
      },
      groundings: grounded.flatMap(({ grounding }) => (ids.includes(grounding.finding) ? [grounding] : [])),
      demonstrations: demonstrations.filter(({ finding }) => ids.includes(finding)),
      isChecked: true,
    }).level;
  }
}

/** The decision that speaks against raising a problem again. */
function decisionAgainst(problem: EarlierProblem | undefined): StandingDecision | undefined {
  const decision = problem?.decision;
  return decision?.kind === "declined" || decision?.kind === "accepted-risk" ? decision : undefined;
}

/** Advice that nobody followed cannot be undone. */
function isFixed({ previous, problems }: History, problem: EarlierProblem): boolean {
  const status = previous[problems.indexOf(problem)]?.status;
  return status === "fixed" || status === "partly-fixed" || status === "gone";
}

function worst(members: readonly Finding[], rated: Severity): Severity {
  return members.reduce((sum, { severity }) => (severityLevel(severity) > severityLevel(sum) ? severity : sum), rated);
}

function groupByIdentity(problems: readonly EarlierProblem[]): ReadonlyMap<string, readonly EarlierProblem[]> {
  const groups = new Map<string, EarlierProblem[]>();
  for (const problem of problems) {
    for (const exact of new Set(problem.identities.flatMap((identity) => identity.exact ?? []))) {
      const known = groups.get(exact);
      if (known === undefined) groups.set(exact, [problem]);
      else known.push(problem);
    }
  }
  return groups;
}

/** Reviewers cite a line or two beside the one they mean. */
const NEAR = 3;

function touch(one: Location, other: Location): boolean {
  if (one.path !== other.path) return false;
  const [from, to] = [other.start, other.end];
  if (one.start === undefined || one.end === undefined || from === undefined || to === undefined) return true;
  return one.start <= to + NEAR && one.end >= from - NEAR;
}

/** Whether two places have a line in common, or are both a whole file. */
function overlap(one: Location, other: Location): boolean {
  if (one.path !== other.path) return false;
  if (one.start === undefined || other.start === undefined) return one.start === other.start;
  return one.start <= (other.end ?? other.start) && other.start <= (one.end ?? one.start);
}

const keyOf = ({ review, cluster }: EarlierMatch["of"]): string => `${review}\0${cluster}`;
