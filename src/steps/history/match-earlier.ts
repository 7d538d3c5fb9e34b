import type { RuledCluster } from "#model/cluster.ts";
import type { Rung } from "#model/panel/evidence-ladder.ts";
import type { Finding, GroundedFinding } from "#model/finding.ts";
import { formatLocation, type Location, mayBeSameFile } from "#model/location.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import type { EarlierMatch } from "#model/history/lineage.ts";
import type { DecidedProblem, StandingDecision } from "#model/history/standing-decision.ts";
import { type Severity, severityLevel } from "#model/severity.ts";
import { contradicts } from "./match/contradicts/contradicts.ts";
import { makeIdentity } from "./match/identity/make-identity.ts";
import { FindingMatcher } from "./match/finding-matcher.ts";
import { placesOf } from "./match/symbols-of.ts";
import { isSureEnough } from "./match/thresholds.ts";
import { type CodeState, isUnchanged } from "./trace/code-state.ts";
import type { EarlierMatches, History, MatchedProblem } from "./trace-history.ts";
import { decideReraised } from "./status/decide-reraised.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";

/** The findings of a round that are matched with the problems of earlier rounds. */
export interface RaisedNow {
  readonly grounded: readonly GroundedFinding[];
  /** The enclosing symbols of each finding's places, by its id. */
  readonly symbols: ReadonlyMap<string, readonly string[]>;
  readonly today: string;
}

/** Which earlier problems those of a round are, and what people decided about them. */
export interface MatchedHistory extends EarlierMatches {
  /** The decision against a problem; undefined if there is none. */
  against(
    members: readonly Finding[],
    raised: { readonly severity: Severity; readonly rung: Rung },
  ): Against | undefined;
}

/** A decision against a problem, and whether it settles the problem this time. */
interface Against {
  readonly decision: StandingDecision;
  readonly holds: boolean;
  /** Why the problem is dropped or, if the decision does not hold, why it is shown. */
  readonly because: string;
}

/** Matches new findings with the earlier problems. May be called while reviewers still run. */
export async function matchEarlier(history: History, raised: RaisedNow): Promise<MatchedHistory> {
  const finder = new FindingMatcher(history.index, {
    findings: raised.grounded.map(({ finding }) => finding),
    groundings: raised.grounded.flatMap(({ grounding }) => grounding ?? []),
    symbols: raised.symbols,
  });
  const matcher = new Matcher(history, raised, finder);
  await matcher.readNewCode();
  return matcher;
}

class Matcher implements MatchedHistory {
  readonly #history: History;
  readonly #raised: RaisedNow;
  readonly #finder: FindingMatcher;
  readonly #byRef: ReadonlyMap<string, EarlierProblem>;
  readonly #grounded: ReadonlyMap<string, GroundedFinding>;
  readonly #fixed: readonly EarlierProblem[];
  /** Findings in lines that are newer than the decision against them. */
  readonly #fresh = new Set<string>();
  /** Problems by exact identity; several, if a check found the same line twice. */
  readonly #byIdentity: ReadonlyMap<string, readonly EarlierProblem[]>;
  readonly #byWords: ReadonlyMap<string, readonly EarlierProblem[]>;
  /** What checks say in this round. */
  readonly #said: ReadonlySet<string>;
  readonly #identities = new Map<string, readonly string[]>();

  constructor(history: History, raised: RaisedNow, finder: FindingMatcher) {
    this.#history = history;
    this.#raised = raised;
    this.#finder = finder;
    this.#byRef = new Map(history.problems.map((problem) => [keyOf(problem.ref), problem]));
    this.#grounded = new Map(raised.grounded.map((each) => [each.finding.id as string, each]));
    this.#fixed = history.problems.filter((problem) => isFixed(history, problem));
    this.#byIdentity = groupBy(history.problems, ({ identities }) => identities.flatMap(({ exact }) => exact ?? []));
    this.#said = new Set(
      raised.grounded.flatMap(({ finding }) => (finding.check === undefined ? [] : wordsOf(finding))),
    );
    this.#byWords = groupBy(history.problems, ({ wordings }) => wordings.map(wordsOf));
  }

  /** Declining a problem says nothing about code that did not exist yet, however similar. */
  async readNewCode(): Promise<void> {
    for (const { finding } of this.#raised.grounded) {
      const matched = this.#match([finding.id]);
      const decision = decisionAgainst(matched?.problem);
      if (matched === undefined || decision === undefined || this.#standsThere([finding], matched.problem)) continue;
      const since = await this.#history.since(decision.head);
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
    return this.#match(this.#membersOf(cluster).map(({ id }) => id));
  }

  shownBecause(cluster: RuledCluster): string | undefined {
    const { ruling } = cluster;
    if (ruling.kind !== "keep") return undefined;
    const raised = { severity: ruling.severity, rung: ruling.evidence ?? "asserted" };
    const against = this.against(this.#membersOf(cluster), raised);
    return against?.holds === false ? against.because : undefined;
  }

  against(
    members: readonly Finding[],
    { severity: rated, rung }: { readonly severity: Severity; readonly rung: Rung },
  ): Against | undefined {
    const ids = members.map(({ id }) => id);
    const matched = this.#match(ids);
    const decision = decisionAgainst(matched?.problem);
    if (matched === undefined || decision === undefined) return undefined;
    const shown = (because: string): Against => ({ decision, holds: false, because });
    const { match, problem } = matched;
    const code = this.#history.codeSinceDecision(problem);
    if (members.some(({ id }) => this.#fresh.has(id))) {
      return shown(`It is about lines that came after the decision (${decision.id}).`);
    }
    if (members.some((finding) => this.#goesBeyond(finding, problem, code))) {
      return shown(`It is about other places than the decision (${decision.id}).`);
    }
    const isOnlyLikeIt = this.#finder.likeByWordsAlone(ids, problem.ref).length > 0;
    const isUntouched = isUnchanged(code) && this.#standsThere(members, problem);
    if (isOnlyLikeIt || !isSureEnough(match, decision, isUntouched)) {
      return shown(`It may be another problem than the one decided on (${decision.id}): ${match.because}.`);
    }
    // A critical finding must itself be known to be the very problem; other members cannot vouch for it.
    const critical = members.filter(({ severity }) => severity === "critical");
    const isCritical = rated === "critical" || critical.length > 0;
    const asked = critical.length > 0 ? critical : members;
    const isSure = asked.every((finding) => this.#isDecidedFinding(finding, decision));
    const raised = {
      severity: isCritical ? ("critical" as const) : worst(members, rated),
      rung,
      match: { tier: isSure ? ("exact" as const) : ("meaning" as const) },
    };
    const judged = decideReraised(raised, { decision, code, today: this.#raised.today });
    return judged.kind === "drop" ? { decision, holds: true, because: judged.because } : shown(judged.shownBecause);
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

  /** Said before in the same words: then it is the same problem, even if it asks to undo something. */
  #isSurelyKnown(members: readonly Finding[]): boolean {
    return this.#finder.match(members.map(({ id }) => id))?.tier === "exact";
  }

  #match(ids: readonly string[]): MatchedProblem | undefined {
    const members = ids.flatMap((id) => this.#grounded.get(id)?.finding ?? []);
    // A request for the reverse is about the same thing in the same words.
    if (!this.#isSurelyKnown(members) && contradicts(members, this.#fixed) !== undefined) return undefined;
    const recognition = this.#recogniseByWords(members) ?? this.#recogniseByPlace(members) ?? this.#finder.match(ids);
    const problem = recognition === undefined ? undefined : this.#byRef.get(keyOf(recognition.of));
    if (recognition === undefined || problem === undefined || this.#isAnotherHit(members, problem)) return undefined;
    return { match: recognition, problem };
  }

  /**
   * A check words two places almost identically: if the first is still there, or raised again in the same words, the
   * second is another problem.
   */
  #isAnotherHit(members: readonly Finding[], problem: EarlierProblem): boolean {
    if (members.some(({ check }) => check === undefined)) return false;
    const known = new Set(problem.wordings.map(wordsOf));
    if (!members.some((finding) => known.has(wordsOf(finding))) && [...known].some((words) => this.#said.has(words)))
      return true;
    const code = this.#history.codeOf(problem);
    if (!isUnchanged(code)) return false;
    return !members.some(({ locations }) =>
      locations.some((place) => code.locations.some((one) => overlap(place, one))),
    );
  }

  /** What a check says again in the very same words about the same place. They may name a commit instead of a line. */
  #recogniseByWords(members: readonly Finding[]): EarlierMatch | undefined {
    for (const finding of members.filter(({ check }) => check !== undefined)) {
      const words = wordsOf(finding);
      const equals = this.#byWords.get(words) ?? [];
      const here = this.#chooseHere(finding, equals, (other) => wordsOf(other) === words);
      if (here !== undefined)
        return { of: here.ref, tier: "exact", confidence: 1, because: "the same check, words and place" };
    }
    return undefined;
  }

  /** Of equal problems the one whose code is there. If there are several, e.g. two keys on a line, each its own. */
  #chooseHere(
    finding: Finding,
    equals: readonly EarlierProblem[],
    isEqual: (other: Finding) => boolean,
  ): EarlierProblem | undefined {
    const here = equals.filter((problem) => this.#standsOnlyIn(finding, this.#history.codeOf(problem)));
    if (here.length < 2) return here[0];
    const [place] = finding.locations;
    const twins = this.#raised.grounded.filter(({ finding: other }) => {
      const [its] = other.locations;
      const isThere = place === undefined || its === undefined ? place === its : overlap(place, its);
      return isThere && isEqual(other);
    });
    return here[twins.findIndex(({ finding: { id } }) => id === finding.id)] ?? here[0];
  }

  /** A check words all places of a kind the same: among equals, the problem whose code is there is meant. */
  #recogniseByPlace(members: readonly Finding[]): EarlierMatch | undefined {
    if (this.#byIdentity.size === 0) return undefined;
    for (const finding of members.filter(({ check }) => check !== undefined)) {
      const own = this.#identitiesOf(finding);
      const equals = new Set(own.flatMap((exact) => this.#byIdentity.get(exact) ?? []));
      const here = this.#chooseHere(finding, [...equals], (other) =>
        this.#identitiesOf(other).some((exact) => own.includes(exact)),
      );
      if (here === undefined) continue;
      return { of: here.ref, tier: "exact", confidence: 1, because: "the same check, file, code and place" };
    }
    return undefined;
  }

  /** Whether every place that a check names is in the lines where this code is now. Its lines need no correction. */
  #standsOnlyIn(finding: Finding, { locations }: CodeState): boolean {
    return finding.locations.every((place) => locations.some((one) => overlap(place, one)));
  }

  /**
   * Whether a finding names places beyond the decision: lines, for a check, whose places are exact; files, for
   * anything else above a suggestion.
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

  /** Whether findings are about the very lines that contain a problem's code now. */
  #standsThere(members: readonly Finding[], problem: EarlierProblem): boolean {
    const { locations } = this.#history.codeSinceDecision(problem);
    return members.some((finding) =>
      this.#placesOf(finding).some((place) => locations.some((one) => touch(place, one))),
    );
  }

  /** Whether a finding has the fingerprint of the decided finding, not of one that was only similar. */
  #isDecidedFinding(finding: Finding, { problem }: StandingDecision): boolean {
    if (isSameHit(finding, problem)) return true;
    const theirs = [problem.identity, makeIdentity({ problem })];
    return this.#identitiesOf(finding).some((exact) => theirs.some((one) => one.exact === exact));
  }

  /** The exact identities of a finding, with and without its enclosing symbol. */
  #identitiesOf({ id }: Pick<Finding, "id">): readonly string[] {
    const before = this.#identities.get(id);
    const grounded = this.#grounded.get(id);
    if (before !== undefined || grounded === undefined) return before ?? [];
    const { finding, grounding } = grounded;
    const symbols = this.#raised.symbols.get(id);
    const own = [makeIdentity({ problem: finding, grounding, symbols }), makeIdentity({ problem: finding, grounding })];
    const known = own.flatMap(({ exact }) => exact ?? []);
    this.#identities.set(id, known);
    return known;
  }
}

/**
 * Whether a check says again what was decided on, about the same files. A hit that is only in the history quotes no code: its
 * text names the commit and the line there.
 */
function isSameHit({ check, quotes, title, body, locations }: Finding, decided: DecidedProblem): boolean {
  if (check === undefined || quotes.length + decided.quotes.length > 0 || body.trim() === "") return false;
  if (maskSecrets(title) !== decided.title || maskSecrets(body) !== decided.text) return false;
  const [here, there] = [locations, decided.locations].map((all) => all.map(formatLocation).join("\n"));
  return locations.length > 0 && here === there;
}

/** The decision against raising a problem again. */
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

function groupBy(
  problems: readonly EarlierProblem[],
  keysOf: (problem: EarlierProblem) => readonly string[],
): ReadonlyMap<string, readonly EarlierProblem[]> {
  const groups = new Map<string, EarlierProblem[]>();
  for (const problem of problems) {
    for (const key of new Set(keysOf(problem))) {
      const known = groups.get(key);
      if (known === undefined) groups.set(key, [problem]);
      else known.push(problem);
    }
  }
  return groups;
}

const wordsOf = ({ title, body }: Pick<Finding, "title" | "body">): string => `${title}\0${body}`;

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
