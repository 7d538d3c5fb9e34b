import { countFiles, distanceOf, type NameSpread, nameTheSame, type FindingPlace } from "#likeness/elsewhere.ts";
import { comparePair, countNames, type NameCounts, type Traits } from "#likeness/compare.ts";
import { sameProbability } from "#likeness/pair-model.ts";
import { type FindingProfile, createProfiler, type FindingText, readFindingText } from "#likeness/finding-profile.ts";
import { describeSharedTraits } from "#likeness/describe-shared-traits.ts";
import type { Finding } from "#model/finding.ts";
import type { FindingGrounding } from "#model/grounding.ts";
import type { Identity } from "#model/history/identity.ts";
import type { EarlierRef, EarlierMatch } from "#model/history/lineage.ts";
import { makeIdentity } from "./identity/make-identity.ts";
import type { EarlierIndex } from "./earlier-index.ts";

/** The findings of a round so far. */
export interface RoundFindings {
  readonly findings: readonly Finding[];
  readonly groundings?: readonly FindingGrounding[];
  /** The enclosing symbols of each finding's places, by its id, if known. */
  readonly symbols?: ReadonlyMap<string, readonly string[]>;
}

/** Matches the findings of one round with earlier problems. Cheap enough to rebuild whenever a reviewer has ended. */
export class FindingMatcher {
  readonly #earlier: EarlierIndex;
  readonly #symbols: ReadonlyMap<string, readonly string[]>;
  readonly #new: ReadonlyMap<string, FindingText>;
  readonly #identities: ReadonlyMap<string, readonly Identity[]>;
  readonly #draw: (sketch: FindingText) => FindingProfile;
  readonly #names: NameCounts;
  readonly #spread: NameSpread;
  readonly #portraits = new Map<FindingText, FindingProfile>();
  readonly #fits = new Map<string, ReadonlyMap<number, Fit>>();

  constructor(earlier: EarlierIndex, said: RoundFindings) {
    this.#earlier = earlier;
    this.#symbols = said.symbols ?? new Map();
    const groundings = new Map((said.groundings ?? []).map((each) => [each.finding as string, each]));
    this.#new = new Map(
      said.findings.map((finding) => [finding.id, readFindingText(finding, groundings.get(finding.id))]),
    );
    this.#identities = new Map(
      said.findings.map((problem) => {
        const grounding = groundings.get(problem.id);
        const symbols = said.symbols?.get(problem.id) ?? [];
        const bare = makeIdentity({ problem, grounding });
        // The enclosing symbol of an imported finding is unknown.
        return [problem.id, symbols.length === 0 ? [bare] : [makeIdentity({ problem, grounding, symbols }), bare]];
      }),
    );
    const all = [...this.#new.values(), ...earlier.documents];
    this.#draw = createProfiler(all);
    this.#names = countNames(all);
    this.#spread = countFiles(all);
  }

  /** The earlier problem that these findings, one cluster's members, are about; undefined if none. */
  match(members: readonly string[]): EarlierMatch | undefined {
    const own = members.filter((id) => this.#new.has(id));
    if (own.length === 0 || this.#earlier.problems.length === 0) return undefined;
    return this.#byFingerprint(own) ?? this.#byMeaning(own);
  }

  #byFingerprint(members: readonly string[]): EarlierMatch | undefined {
    const identities = members.flatMap((id) => this.#identities.get(id)!);
    for (const { problem, tier, because } of this.#earlier.identities.find(identities)) {
      if (this.#isElsewhere(members, problem)) continue;
      const of = this.#earlier.problems[problem]!.ref;
      if (tier === "exact") return { of, tier, confidence: EXACT, because };
      const { logit } = this.#weigh(members, problem);
      const confidence = probabilityOf(logit + COARSE_ADDS);
      if (confidence >= this.#earlier.matchAt(problem)) return { of, tier, confidence: round(confidence), because };
    }
    return undefined;
  }

  #byMeaning(members: readonly string[]): EarlierMatch | undefined {
    const problems = new Set(members.flatMap((id) => [...this.#fitsOf(id).keys()]));
    let best: (Weighed & { readonly problem: number }) | undefined;
    for (const problem of problems) {
      if (this.#isElsewhere(members, problem)) continue;
      const weighed = this.#weigh(members, problem);
      if (probabilityOf(weighed.logit) < this.#earlier.matchAt(problem)) continue;
      if (best === undefined || weighed.logit > best.logit) best = { ...weighed, problem };
    }
    if (best?.traits === undefined) return undefined;
    const confidence = probabilityOf(best.logit);
    const of = this.#earlier.problems[best.problem]!.ref;
    return { of, tier: "meaning", confidence: round(confidence), because: describeSharedTraits(best.traits) };
  }

  /** Those of these findings that only their words link to the earlier problem. */
  likeByWordsAlone(members: readonly string[], of: EarlierRef): readonly string[] {
    const at = this.#earlier.problems.findIndex(({ ref }) => ref.review === of.review && ref.cluster === of.cluster);
    const known = this.#earlier.subjectOf(at);
    return members.filter((id) => {
      const own = this.#new.get(id);
      if (own === undefined || known === undefined) return false;
      return this.#isPlacedElsewhere(own, known) || (own.places.length > 0 && this.#lacksPlaceAndName(known, own));
    });
  }

  /** All members are about another function, or another place, than the earlier problem. */
  #isElsewhere(members: readonly string[], problem: number): boolean {
    const { symbols, wordings } = this.#earlier.problems[problem]!;
    const subject = this.#earlier.subjectOf(problem);
    return members.every((id) => {
      const sketched = this.#new.get(id)!;
      const own = { symbols: this.#symbols.get(id) ?? [], words: [sketched.finding] };
      if (isAnotherInstance(own, { symbols, words: wordings })) return true;
      return subject !== undefined && this.#isPlacedElsewhere(sketched, subject);
    });
  }

  #isPlacedElsewhere(own: FindingText, known: FindingPlace): boolean {
    if (known.places.length === 0) return false;
    if (own.places.length === 0) return this.#lacksPlaceAndName(own, known);
    const distance = distanceOf(own, known);
    return distance !== "near" && !nameTheSame(own, known, { distance, spread: this.#spread });
  }

  /** A sentence that names neither a place nor a thing may be about anything. */
  #lacksPlaceAndName(one: FindingPlace, other: FindingPlace): boolean {
    return one.places.length === 0 && !nameTheSame(one, other, { distance: "far", spread: this.#spread });
  }

  /** How well the members fit a problem, all together, and what the closest of them has in common with it. */
  #weigh(members: readonly string[], problem: number): Weighed {
    const fits = members.map((id) => this.#fitsOf(id).get(problem));
    const { decision, settled } = this.#earlier.problems[problem]!;
    const isFixed = decision?.kind === "fixed" || settled !== undefined;
    const mean = fits.reduce((sum, fit) => sum + (fit?.logit ?? -LIMIT), 0) / fits.length;
    const closest = fits.reduce((one, other) => ((other?.logit ?? -LIMIT) > (one?.logit ?? -LIMIT) ? other : one));
    return { logit: mean - (isFixed ? FIXED_TAKES : 0), traits: closest?.traits };
  }

  #fitsOf(id: string): ReadonlyMap<number, Fit> {
    const before = this.#fits.get(id);
    if (before !== undefined) return before;
    const { candidates, owner, sketches, model } = this.#earlier;
    const own = this.#new.get(id)!;
    const fits = new Map<number, Fit>();
    for (const at of candidates.of(own)) {
      const traits = comparePair(this.#portrait(own), this.#portrait(sketches[at]!), this.#names);
      const logit = clamp(logitOf(sameProbability(traits, model)));
      const last = fits.get(owner[at]!);
      if (last === undefined || logit > last.logit) fits.set(owner[at]!, { logit, traits });
    }
    this.#fits.set(id, fits);
    return fits;
  }

  #portrait(each: FindingText): FindingProfile {
    const before = this.#portraits.get(each);
    if (before !== undefined) return before;
    const drawn = this.#draw(each);
    this.#portraits.set(each, drawn);
    return drawn;
  }
}

/** How well one finding fits one earlier problem: the best over the problem's wordings. */
interface Fit {
  readonly logit: number;
  readonly traits: Traits;
}

interface Weighed {
  readonly logit: number;
  readonly traits: Traits | undefined;
}

const EXACT = 0.99;
/** What a common fingerprint adds to the score of the words. */
const COARSE_ADDS = 2;
/** A fixed problem seldom occurs again; a finding like it is mostly about the fix. */
const FIXED_TAKES = 1.5;
/** The limit of doubt: one odd wording must not decide for all. */
const LIMIT = 6;

const probabilityOf = (logit: number): number => 1 / (1 + Math.exp(-logit));
const logitOf = (probability: number): number => Math.log(probability / (1 - probability));
const clamp = (logit: number): number => Math.max(-LIMIT, Math.min(LIMIT, logit));
const round = (value: number): number => Math.round(value * 1000) / 1000;

/** A finding and the symbols that enclose its code. */
interface EnclosedFinding {
  readonly symbols: readonly string[];
  readonly words: readonly Pick<Finding, "title" | "body">[];
}

/**
 * Whether two problems are the same trouble in two places: each is in a function of its own, names that one, and does
 * not name the other's. By words alone they would match, since little else differs.
 */
function isAnotherInstance(one: EnclosedFinding, other: EnclosedFinding): boolean {
  const [own, theirs] = [namesOf(one), namesOf(other)];
  if (own.length === 0 || theirs.length === 0 || own.some((name) => theirs.includes(name))) return false;
  const isAbout = (subject: EnclosedFinding, names: readonly string[]): boolean =>
    names.some((name) => mentions(subject, name));
  return isAbout(one, own) && isAbout(other, theirs) && !isAbout(one, theirs) && !isAbout(other, own);
}

/** The last part: `drain` of `Queue.drain`. */
function namesOf({ symbols }: EnclosedFinding): string[] {
  return [...new Set(symbols.map((symbol) => symbol.slice(symbol.lastIndexOf(".") + 1)))].filter((name) => name !== "");
}

function mentions({ words }: EnclosedFinding, name: string): boolean {
  return words.some(({ title, body }) => holdsWord(title, name) || holdsWord(body.slice(0, MAX_TEXT), name));
}

const MAX_TEXT = 20_000;

/** Whether a text contains the name as a whole word. */
function holdsWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!WORD.test(text[at - 1] ?? " ") && !WORD.test(text[at + name.length] ?? " ")) return true;
  }
  return false;
}

const WORD = /[\p{L}\p{N}_$]/u;
