import type { FindingPlace } from "#likeness/elsewhere.ts";
import { PAIR_MODEL, type PairModel } from "#likeness/pair-model.ts";
import { type FindingText, readFindingText } from "#likeness/finding-profile.ts";
import type { Finding } from "#model/finding.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import type { Location } from "#model/location.ts";
import { Candidates } from "./candidates.ts";
import { IdentityIndex } from "./identity/identity-index.ts";
import { makeIdentity } from "./identity/make-identity.ts";
import { MATCH_AT, MATCH_UNCHANGED_AT } from "./thresholds.ts";

/** How matching works. A benchmark passes a model that has not seen the data, and another threshold. */
export interface MatchOptions {
  readonly model?: PairModel;
  readonly matchAt?: number;
  /** Where the unchanged code of a problem is now; undefined if unknown. */
  readonly unchangedAt?: (problem: EarlierProblem) => readonly Location[] | undefined;
}

/** The earlier problems, indexed for comparison with new findings. */
export interface EarlierIndex {
  readonly problems: readonly EarlierProblem[];
  readonly model: PairModel;
  /** The confidence from which on a finding is the problem at this index. */
  readonly matchAt: (problem: number) => number;
  /** The place of the problem at this index, and the subjects of all its wordings. */
  readonly subjectOf: (problem: number) => FindingPlace | undefined;
  /** Every wording of every problem, and for problems with several also all of them as one. */
  readonly sketches: readonly FindingText[];
  /** The problem of each sketch. */
  readonly owner: readonly number[];
  /**
   * One per problem: the weight of a word depends on how many problems contain it. By wordings, the words of a problem
   * would count less the more often it was raised.
   */
  readonly documents: readonly FindingText[];
  readonly identities: IdentityIndex;
  readonly candidates: Candidates;
}

/** Indexes the earlier problems. Everything that does not depend on the new findings happens here. */
export function indexEarlier(problems: readonly EarlierProblem[], options: MatchOptions = {}): EarlierIndex {
  const { model = PAIR_MODEL, matchAt: least = MATCH_AT, unchangedAt = () => undefined } = options;
  const matchAt = (at: number): number =>
    unchangedAt(problems[at]!) === undefined ? least : Math.min(least, MATCH_UNCHANGED_AT);
  const identities = new IdentityIndex();
  const sketches: FindingText[] = [];
  const owner: number[] = [];
  const documents: FindingText[] = [];
  const wholes = new Map<number, FindingText>();
  for (const [at, problem] of problems.entries()) {
    const wordings = wordingsOf(problem);
    const own = wordings.map((finding) => readFindingText(finding));
    const [first, second] = own;
    const whole = second === undefined ? first : sketchOfAll(own);
    const compared = second === undefined || whole === undefined ? own : [...own, whole];
    sketches.push(...compared);
    owner.push(...compared.map(() => at));
    if (whole === undefined) continue;
    documents.push(whole);
    wholes.set(at, whole);
  }
  // Of two equal ones, the one that a person decided about is meant.
  const decidedFirst = [...problems.keys()].sort(
    (a, b) => Number(isDecided(problems[b]!)) - Number(isDecided(problems[a]!)),
  );
  for (const at of decidedFirst) {
    const problem = problems[at]!;
    for (const identity of problem.identities) identities.add(identity, at);
    for (const finding of wordingsOf(problem))
      identities.add(makeIdentity({ problem: finding, symbols: problem.symbols }), at);
  }
  const subjectOf = (at: number): FindingPlace | undefined => {
    const whole = wholes.get(at);
    return whole === undefined ? undefined : placeSubject(whole, unchangedAt(problems[at]!));
  };
  const candidates = new Candidates(sketches);
  return { problems, model, matchAt, subjectOf, sketches, owner, documents, identities, candidates };
}

/** If its code is not followed, lines may have moved, and only the file counts. */
function placeSubject(whole: FindingText, now: readonly Location[] | undefined): FindingPlace {
  if (now !== undefined && now.length > 0) return { ...whole, places: now, wholePaths: true };
  return { ...whole, places: whole.places.map(({ path }) => ({ path })), wholePaths: false };
}

const isDecided = ({ decision }: EarlierProblem): boolean =>
  decision?.kind === "declined" || decision?.kind === "accepted-risk";

/** Further wordings of one problem only add time. */
const MAX_WORDINGS = 12;

/** The newest wordings and the first, each once. */
function wordingsOf({ wordings }: EarlierProblem): Finding[] {
  const distinct = [...new Map(wordings.map((each) => [`${each.title}\0${each.body}`, each])).values()];
  return distinct.length <= MAX_WORDINGS ? distinct : [distinct[0]!, ...distinct.slice(1 - MAX_WORDINGS)];
}

/** All wordings of a problem as one: a new finding may have a word of each and be similar to none of them alone. */
function sketchOfAll(own: readonly FindingText[]): FindingText {
  const flat = (part: "title" | "lead" | "prose" | "text" | "fix" | "about"): string[] =>
    own.flatMap((each) => [...each[part]]);
  const set = (part: "names" | "code" | "edits" | "kinds"): Set<string> =>
    new Set(own.flatMap((each) => [...each[part]]));
  const mentioned = (part: "names" | "inTitle" | "files"): Set<string> =>
    new Set(own.flatMap(({ mentions }) => [...mentions[part]]));
  return {
    finding: own.at(-1)!.finding,
    places: own.flatMap(({ places }) => places).slice(0, MAX_PLACES),
    placed: own.some(({ placed }) => placed),
    wholePaths: own.every(({ wholePaths }) => wholePaths),
    title: flat("title"),
    lead: flat("lead"),
    prose: flat("prose"),
    text: flat("text"),
    fix: flat("fix"),
    about: flat("about"),
    letters: own.flatMap(({ letters }) => [...letters]),
    kinds: set("kinds"),
    names: set("names"),
    mentions: { names: mentioned("names"), inTitle: mentioned("inTitle"), files: mentioned("files") },
    code: set("code"),
    edits: set("edits"),
  };
}

const MAX_PLACES = 20;
