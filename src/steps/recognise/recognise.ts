import { comparePair, countNames, type NameCounts, type Traits } from "#likeness/compare.ts";
import { PAIR_MODEL, type PairModel, sameProbability } from "#likeness/pair-model.ts";
import { type Portrait, portraitist, type Sketch, sketch } from "#likeness/portrait.ts";
import { sayEvidence } from "#likeness/say-evidence.ts";
import type { Finding } from "#model/finding.ts";
import type { FindingGrounding } from "#model/grounding.ts";
import type { Identity } from "#model/rounds/identity.ts";
import type { KnownProblem } from "#model/rounds/known-problem.ts";
import type { Recognition } from "#model/rounds/lineage.ts";
import { Candidates } from "./candidates.ts";
import { IdentityIndex } from "./identity/identity-index.ts";
import { makeIdentity } from "./identity/make-identity.ts";
import { RECOGNISE_AT } from "./thresholds.ts";

/** What the reviewers of a round have said so far. */
export interface SaidInRound {
  readonly findings: readonly Finding[];
  readonly groundings?: readonly FindingGrounding[];
  /** What encloses each finding's places, by the finding's id, where that is known. */
  readonly symbols?: ReadonlyMap<string, readonly string[]>;
}

/** Tells which known problem some findings of a round are. */
export interface Recogniser {
  /** The known problem that these findings, one cluster's members, are about; undefined: none that is known. */
  of(members: readonly string[]): Recognition | undefined;
}

/** The known problems, read once and ready for questions. */
export interface Memory {
  /** Weighs what was said against what is known. Cheap enough to be asked again whenever somebody has spoken. */
  among(said: SaidInRound): Recogniser;
}

/** How recognising is measured: with a model that did not see what it is asked about, and down to other thresholds. */
export interface Measure {
  readonly model?: PairModel;
  readonly recogniseAt?: number;
}

/** Reads the known problems. Everything that does not depend on the new findings happens here. */
export function remember(known: readonly KnownProblem[], measure: Measure = {}): Memory {
  const wordings = known.flatMap((problem, at) =>
    wordingsOf(problem).map((finding) => ({ problem: at, sketch: sketch(finding), finding })),
  );
  const sketches = wordings.map((wording) => wording.sketch);
  const index = new IdentityIndex();
  for (const [at, { identities }] of known.entries()) for (const each of identities) index.add(each, at);
  for (const { problem, finding } of wordings) {
    index.add(makeIdentity({ problem: finding, symbols: known[problem]!.symbols }), problem);
  }
  const { model = PAIR_MODEL, recogniseAt = RECOGNISE_AT } = measure;
  const owner = wordings.map(({ problem }) => problem);
  const library: Library = { known, model, recogniseAt, sketches, index, owner };
  const candidates = new Candidates(sketches);
  return { among: (said) => new RoundRecogniser({ ...library, candidates }, said) };
}

interface Library {
  readonly known: readonly KnownProblem[];
  readonly model: PairModel;
  readonly recogniseAt: number;
  readonly sketches: readonly Sketch[];
  /** Whose wording each sketch is. */
  readonly owner: readonly number[];
  readonly index: IdentityIndex;
}

/** More words for one problem add time and no knowledge. */
const MAX_WORDINGS = 12;

/** The newest wordings and the first, each once. */
function wordingsOf({ wordings }: KnownProblem): Finding[] {
  const distinct = [...new Map(wordings.map((each) => [`${each.title}\0${each.body}`, each])).values()];
  return distinct.length <= MAX_WORDINGS ? distinct : [distinct[0]!, ...distinct.slice(1 - MAX_WORDINGS)];
}

/** How well one finding fits one known problem: the best over the problem's wordings. */
interface Fit {
  readonly logit: number;
  readonly traits: Traits;
}

/** A doubt this strong is no stronger when it is stronger: one odd wording must not decide for all. */
const LIMIT = 6;

class RoundRecogniser implements Recogniser {
  readonly #library: Library & { readonly candidates: Candidates };
  readonly #new: ReadonlyMap<string, Sketch>;
  readonly #identities: ReadonlyMap<string, Identity>;
  readonly #draw: (sketch: Sketch) => Portrait;
  readonly #names: NameCounts;
  readonly #portraits = new Map<Sketch, Portrait>();
  readonly #fits = new Map<string, ReadonlyMap<number, Fit>>();

  constructor(library: Library & { readonly candidates: Candidates }, said: SaidInRound) {
    this.#library = library;
    const groundings = new Map((said.groundings ?? []).map((each) => [each.finding as string, each]));
    this.#new = new Map(said.findings.map((finding) => [finding.id, sketch(finding, groundings.get(finding.id))]));
    this.#identities = new Map(
      said.findings.map((finding) => [
        finding.id,
        makeIdentity({
          problem: finding,
          grounding: groundings.get(finding.id),
          symbols: said.symbols?.get(finding.id),
        }),
      ]),
    );
    const all = [...this.#new.values(), ...library.sketches];
    this.#draw = portraitist(all);
    this.#names = countNames(all);
  }

  of(members: readonly string[]): Recognition | undefined {
    const own = members.filter((id) => this.#new.has(id));
    if (own.length === 0 || this.#library.known.length === 0) return undefined;
    return this.#byFingerprint(own) ?? this.#byMeaning(own);
  }

  #byFingerprint(members: readonly string[]): Recognition | undefined {
    const identities = members.map((id) => this.#identities.get(id)!);
    const found = this.#library.index.find(identities);
    if (found === undefined) return undefined;
    const { problem, ...how } = found;
    return { of: this.#library.known[problem]!.ref, ...how };
  }

  #byMeaning(members: readonly string[]): Recognition | undefined {
    const fits = members.map((id) => this.#fitsOf(id));
    let best: { readonly problem: number; readonly logit: number; readonly traits: Traits } | undefined;
    for (const problem of new Set(fits.flatMap((each) => [...each.keys()]))) {
      const own = fits.map((each) => each.get(problem));
      const logit = own.reduce((sum, fit) => sum + (fit?.logit ?? -LIMIT), 0) / own.length;
      const closest = own.reduce((one, other) => ((other?.logit ?? -LIMIT) > (one?.logit ?? -LIMIT) ? other : one));
      if (closest !== undefined && (best === undefined || logit > best.logit)) {
        best = { problem, logit, traits: closest.traits };
      }
    }
    if (best === undefined) return undefined;
    const confidence = 1 / (1 + Math.exp(-best.logit));
    if (confidence < this.#library.recogniseAt) return undefined;
    const of = this.#library.known[best.problem]!.ref;
    return { of, tier: "meaning", confidence: round(confidence), because: sayEvidence(best.traits) };
  }

  #fitsOf(id: string): ReadonlyMap<number, Fit> {
    const before = this.#fits.get(id);
    if (before !== undefined) return before;
    const { candidates, owner, sketches, model } = this.#library;
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

  #portrait(each: Sketch): Portrait {
    const before = this.#portraits.get(each);
    if (before !== undefined) return before;
    const drawn = this.#draw(each);
    this.#portraits.set(each, drawn);
    return drawn;
  }
}

const logitOf = (probability: number): number => Math.log(probability / (1 - probability));
const clamp = (logit: number): number => Math.max(-LIMIT, Math.min(LIMIT, logit));
const round = (value: number): number => Math.round(value * 1000) / 1000;
