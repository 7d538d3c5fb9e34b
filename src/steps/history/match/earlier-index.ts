import { PAIR_MODEL, type PairModel } from "#likeness/pair-model.ts";
import type { Subject } from "#likeness/elsewhere.ts";
import { type Sketch, sketch } from "#likeness/portrait.ts";
import type { Finding } from "#model/finding.ts";
import type { Location } from "#model/location.ts";
import type { KnownProblem } from "#model/history/earlier-problem.ts";
import { Candidates } from "./candidates.ts";
import { IdentityIndex } from "./identity/identity-index.ts";
import { makeIdentity } from "./identity/make-identity.ts";
import { sketchOfAll } from "./sketch-of-all.ts";
import { RECOGNISE_AT, RECOGNISE_UNCHANGED_AT } from "./thresholds.ts";

/** How recognising is measured: with a model that did not see what it is asked about, and down to other thresholds. */
export interface Measure {
  readonly model?: PairModel;
  readonly recogniseAt?: number;
  /** Where the code of a problem now stands, as it was when it was last seen; undefined: that is not known. */
  readonly standsAt?: (problem: KnownProblem) => readonly Location[] | undefined;
}

/** The known problems as they are compared with new findings. */
export interface Library {
  readonly known: readonly KnownProblem[];
  readonly model: PairModel;
  /** From which confidence on it is the problem at this place of the list. */
  readonly recogniseAt: (problem: number) => number;
  /** Where the problem at this place of the list stands, and what all its wordings speak of. */
  readonly subjectOf: (problem: number) => Subject | undefined;
  /** Every wording of every problem, and of problems with several all of them as one. */
  readonly sketches: readonly Sketch[];
  /** Whose wording each sketch is. */
  readonly owner: readonly number[];
  /**
   * One a problem: how telling a word is follows from how many problems it stands in. By wordings, the words of a problem
   * would count the less the more often it was raised.
   */
  readonly documents: readonly Sketch[];
  readonly index: IdentityIndex;
  readonly candidates: Candidates;
}

/** Reads the known problems once. */
export function readLibrary(known: readonly KnownProblem[], measure: Measure): Library {
  const { model = PAIR_MODEL, recogniseAt: least = RECOGNISE_AT, standsAt = () => undefined } = measure;
  const recogniseAt = (at: number): number =>
    standsAt(known[at]!) === undefined ? least : Math.min(least, RECOGNISE_UNCHANGED_AT);
  const index = new IdentityIndex();
  const sketches: Sketch[] = [];
  const owner: number[] = [];
  const documents: Sketch[] = [];
  const wholes = new Map<number, Sketch>();
  for (const [at, problem] of known.entries()) {
    const wordings = wordingsOf(problem);
    const own = wordings.map((finding) => sketch(finding));
    const [first, second] = own;
    const whole = second === undefined ? first : sketchOfAll(own);
    const compared = second === undefined || whole === undefined ? own : [...own, whole];
    sketches.push(...compared);
    owner.push(...compared.map(() => at));
    if (whole === undefined) continue;
    documents.push(whole);
    wholes.set(at, whole);
  }
  // Of two that are the same, the one that a person decided about is meant.
  const decidedFirst = [...known.keys()].sort((a, b) => Number(isDecided(known[b]!)) - Number(isDecided(known[a]!)));
  for (const at of decidedFirst) {
    const problem = known[at]!;
    for (const identity of problem.identities) index.add(identity, at);
    for (const finding of wordingsOf(problem))
      index.add(makeIdentity({ problem: finding, symbols: problem.symbols }), at);
  }
  const subjectOf = (at: number): Subject | undefined => {
    const whole = wholes.get(at);
    return whole === undefined ? undefined : placeSubject(whole, standsAt(known[at]!));
  };
  const candidates = new Candidates(sketches);
  return { known, model, recogniseAt, subjectOf, sketches, owner, documents, index, candidates };
}

/** Where its code is not followed, lines may have moved, and only the file tells. */
function placeSubject(whole: Sketch, now: readonly Location[] | undefined): Subject {
  if (now !== undefined && now.length > 0) return { ...whole, places: now, wholePaths: true };
  return { ...whole, places: whole.places.map(({ path }) => ({ path })), wholePaths: false };
}

const isDecided = ({ decision }: KnownProblem): boolean =>
  decision?.kind === "declined" || decision?.kind === "accepted-risk";

/** More words for one problem add time and no knowledge. */
const MAX_WORDINGS = 12;

/** The newest wordings and the first, each once. */
function wordingsOf({ wordings }: KnownProblem): Finding[] {
  const distinct = [...new Map(wordings.map((each) => [`${each.title}\0${each.body}`, each])).values()];
  return distinct.length <= MAX_WORDINGS ? distinct : [distinct[0]!, ...distinct.slice(1 - MAX_WORDINGS)];
}
