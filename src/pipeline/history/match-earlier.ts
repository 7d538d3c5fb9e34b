import type { RuledCluster } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { GroundedFinding } from "#model/grounding.ts";
import { type Location, mayBeSameFile } from "#model/location.ts";
import type { KnownProblem } from "#model/history/earlier-problem.ts";
import type { Recognition } from "#model/history/lineage.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { type Severity, severityLevel } from "#model/severity.ts";
import type { DecisionAgainst, EarlierDecisions, RaisedAgain } from "#steps/judge/ruling/earlier-decisions.ts";
import { contradicts } from "#steps/history/match/contradicts/contradicts.ts";
import { makeIdentity } from "#steps/history/match/identity/make-identity.ts";
import { isSureEnough } from "#steps/history/match/is-sure-enough.ts";
import type { Recogniser } from "#steps/history/match/recognise.ts";
import type { CodeState } from "#steps/history/trace/code-state.ts";
import { decideReraised } from "#steps/history/status/decide-reraised.ts";
import { isUnchanged, type KnownStory } from "./know-earlier.ts";
import { placesOf } from "#steps/history/match/symbols-of.ts";

/** What is known of the findings of a round when they are compared with the past. */
export interface SaidNow {
  readonly grounded: readonly GroundedFinding[];
  /** What encloses each finding's places, by its id. */
  readonly symbols: ReadonlyMap<string, readonly string[]>;
  readonly today: string;
}

/** An earlier problem that is met again. */
export interface MetAgain {
  readonly recognition: Recognition;
  readonly problem: KnownProblem;
}

/** Which earlier problems those of a round are, and what was decided about them. */
export interface EarlierMatches extends EarlierDecisions {
  /** The earlier problem whose advice a cluster asks to undo. */
  contradicted(cluster: Pick<RuledCluster, "members">): Recognition | undefined;
  /** The earlier problem that a cluster is. */
  meet(cluster: Pick<RuledCluster, "members">): MetAgain | undefined;
  /** The findings of a cluster that have their place in it. */
  findingsOf(cluster: Pick<RuledCluster, "members">): Finding[];
}

/** Compares what is said now with what is known. May be asked while reviewers still speak. */
export async function matchEarlier(story: KnownStory, said: SaidNow): Promise<EarlierMatches> {
  const recogniser = story.memory.among({
    findings: said.grounded.map(({ finding }) => finding),
    groundings: said.grounded.map(({ grounding }) => grounding),
    symbols: said.symbols,
  });
  const matcher = new Matcher(story, said, recogniser);
  await matcher.readNewCode();
  return matcher;
}

class Matcher implements EarlierMatches {
  readonly #story: KnownStory;
  readonly #said: SaidNow;
  readonly #recogniser: Recogniser;
  readonly #byRef: ReadonlyMap<string, KnownProblem>;
  readonly #grounded: ReadonlyMap<string, GroundedFinding>;
  readonly #fixed: readonly KnownProblem[];
  /** Findings in lines that came after the decision that speaks against them. */
  readonly #fresh = new Set<string>();
  /** Problems by what is exactly the same of them; several, where a check found the same line twice. */
  readonly #byIdentity: ReadonlyMap<string, readonly KnownProblem[]>;
  readonly #identities = new Map<string, readonly string[]>();

  constructor(story: KnownStory, said: SaidNow, recogniser: Recogniser) {
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

  contradicted(cluster: Pick<RuledCluster, "members">): Recognition | undefined {
    const members = this.findingsOf(cluster);
    return this.#isSurelyKnown(members) ? undefined : contradicts(members, this.#fixed);
  }

  meet(cluster: Pick<RuledCluster, "members">): MetAgain | undefined {
    return this.#meet(this.findingsOf(cluster).map(({ id }) => id));
  }

  findingsOf({ members }: Pick<RuledCluster, "members">): Finding[] {
    return members.flatMap(({ finding, share }) =>
      share === "secondary" ? [] : (this.#grounded.get(finding)?.finding ?? []),
    );
  }

  against(members: readonly Finding[], { severity: rated, rung }: RaisedAgain): DecisionAgainst | undefined {
    const ids = members.map(({ id }) => id);
    const met = this.#meet(ids);
    const decision = decisionAgainst(met?.problem);
    if (met === undefined || decision === undefined) return undefined;
    const shown = (because: string): DecisionAgainst => ({ decision, holds: false, because });
    const { recognition, problem } = met;
    const code = this.#story.codeSinceDecision(problem);
    if (members.some(({ id }) => this.#fresh.has(id))) {
      return shown(`It is about lines that came after the decision (${decision.id}).`);
    }
    if (members.some((finding) => this.#goesBeyond(finding, problem, code))) {
      return shown(`It is about other places than the decision (${decision.id}).`);
    }
    const isOnlyLikeIt = this.#recogniser.likeByWordsAlone(ids, problem.ref).length > 0;
    const isUntouched = isUnchanged(code) && this.#standsThere(members, problem);
    if (isOnlyLikeIt || !isSureEnough(recognition, decision, isUntouched)) {
      return shown(`It may be another problem than the one decided on (${decision.id}): ${recognition.because}.`);
    }
    // Whoever says critical must be known to speak of the very problem; the words of others do not vouch for it.
    const critical = members.filter(({ severity }) => severity === "critical");
    const isCritical = rated === "critical" || critical.length > 0;
    const asked = critical.length > 0 ? critical : members;
    const isSure = asked.every((finding) => this.#isDecidedFinding(finding, decision));
    const raised = {
      severity: isCritical ? ("critical" as const) : worst(members, rated),
      rung,
      recognition: { tier: isSure ? ("exact" as const) : ("meaning" as const) },
    };
    const judged = decideReraised(raised, { decision, code, today: this.#said.today });
    return judged.kind === "drop" ? { decision, holds: true, because: judged.because } : shown(judged.shownBecause);
  }

  #placesOf({ id }: Finding): readonly Location[] {
    const grounded = this.#grounded.get(id);
    return grounded === undefined ? [] : placesOf(grounded);
  }

  /** Said before in the same words: then it is that, also where it asks to undo something. */
  #isSurelyKnown(members: readonly Finding[]): boolean {
    return this.#recogniser.of(members.map(({ id }) => id))?.tier === "exact";
  }

  #meet(ids: readonly string[]): MetAgain | undefined {
    const members = ids.flatMap((id) => this.#grounded.get(id)?.finding ?? []);
    // What asks for the reverse speaks of the same thing in the same words.
    if (!this.#isSurelyKnown(members) && contradicts(members, this.#fixed) !== undefined) return undefined;
    const recognition = this.#recogniseByPlace(members) ?? this.#recogniser.of(ids);
    const problem = recognition === undefined ? undefined : this.#byRef.get(keyOf(recognition.of));
    if (recognition === undefined || problem === undefined || this.#isAnotherHit(members, problem)) return undefined;
    return { recognition, problem };
  }

  /** What a check says of two places is all but the same: where the first still stands, the second is another problem. */
  #isAnotherHit(members: readonly Finding[], problem: KnownProblem): boolean {
    const code = this.#story.codeOf(problem);
    if (!isUnchanged(code) || members.some(({ check }) => check === undefined)) return false;
    return !members.some(({ locations }) =>
      locations.some((place) => code.locations.some((one) => overlap(place, one))),
    );
  }

  /** What a check says is the same for each place of its kind: among equals the one whose code stands there is meant. */
  #recogniseByPlace(members: readonly Finding[]): Recognition | undefined {
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
  #goesBeyond(finding: Finding, { locations, wordings }: KnownProblem, code: CodeState): boolean {
    if (finding.check !== undefined) return !this.#standsOnlyIn(finding, code);
    if (finding.severity === "suggestion") return false;
    const decided = [...code.locations, ...locations, ...wordings.flatMap((each) => each.locations)];
    return (
      decided.length > 0 &&
      this.#placesOf(finding).some(({ path }) => !decided.some((place) => mayBeSameFile(place.path, path)))
    );
  }

  /** Whether findings are about the very lines that a problem's code now stands in. */
  #standsThere(members: readonly Finding[], problem: KnownProblem): boolean {
    const { locations } = this.#story.codeSinceDecision(problem);
    return members.some((finding) =>
      this.#placesOf(finding).some((place) => locations.some((one) => touch(place, one))),
    );
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
}

/** The decision that speaks against raising a problem again. */
function decisionAgainst(problem: KnownProblem | undefined): StandingDecision | undefined {
  const decision = problem?.decision;
  return decision?.kind === "declined" || decision?.kind === "accepted-risk" ? decision : undefined;
}

/** Advice that nobody followed cannot be undone. */
function isFixed({ previous, problems }: KnownStory, problem: KnownProblem): boolean {
  const status = previous[problems.indexOf(problem)]?.status;
  return status === "fixed" || status === "partly-fixed" || status === "gone";
}

function worst(members: readonly Finding[], rated: Severity): Severity {
  return members.reduce((sum, { severity }) => (severityLevel(severity) > severityLevel(sum) ? severity : sum), rated);
}

function groupByIdentity(problems: readonly KnownProblem[]): ReadonlyMap<string, readonly KnownProblem[]> {
  const groups = new Map<string, KnownProblem[]>();
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

const keyOf = ({ review, cluster }: Recognition["of"]): string => `${review}\0${cluster}`;
