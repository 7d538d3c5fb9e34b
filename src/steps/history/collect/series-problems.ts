import { omitUndefined } from "#util/omit-undefined.ts";
import type { RuledCluster } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { Excerpt } from "#model/grounding.ts";
import { citedCode } from "#model/history/cited-code.ts";
import { isByCommentersAlone } from "#model/panel/reviewer.ts";
import type { Review } from "#model/review.ts";
import type { Identity } from "#model/history/identity.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import type { EarlierMatch, EarlierRef, PreviousFinding } from "#model/history/lineage.ts";
import { severityLevel } from "#model/severity.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { makeIdentity } from "../match/identity/make-identity.ts";
import { indexEarlier, type MatchOptions } from "../match/earlier-index.ts";
import { FindingMatcher, type RoundFindings } from "../match/finding-matcher.ts";
import type { RungOf } from "./imported-decisions.ts";
import { mainWording, problemFromDecision, problemFromPrevious, severityOfCluster, wordingsOf } from "./wordings.ts";

/** A round and its position in the series. */
export interface PlacedRound {
  readonly review: Review;
  readonly round: number;
}

/** A problem while the rounds of its series are read. */
export interface ProblemDraft {
  problem: EarlierProblem;
  /** Decisions of people about it, and those from reports, in chronological order. */
  readonly own: StandingDecision[];
  readonly imported: StandingDecision[];
}

/** A problem of a lost round. */
interface LostProblem {
  readonly ref: EarlierRef;
  /** The commit of the round that lists it. */
  readonly head: string | undefined;
  /** A person's decision about it. It describes it in full. */
  readonly decision: StandingDecision | undefined;
}

/** A problem that findings were matched with, and how surely. */
export interface MatchedDraft extends Pick<EarlierMatch, "confidence" | "tier"> {
  readonly draft: ProblemDraft;
}

/** The problems of a series while its rounds are read, oldest first. */
export class SeriesProblems {
  readonly drafts: ProblemDraft[] = [];
  readonly #byRef = new Map<string, ProblemDraft>();
  readonly #rungOf: RungOf;
  readonly #options: MatchOptions;

  constructor(rungOf: RungOf, options: MatchOptions) {
    this.#rungOf = rungOf;
    this.#options = options;
  }

  /** Matches findings with the problems so far. */
  matcherFor(
    said: RoundFindings,
    isAsked: (draft: ProblemDraft) => boolean = () => true,
  ): (members: readonly string[]) => MatchedDraft | undefined {
    const drafts = this.drafts.filter(isAsked);
    if (drafts.length === 0 || said.findings.length === 0) return () => undefined;
    const byKey = new Map(drafts.map((draft) => [earlierKey(draft.problem.ref), draft]));
    const index = indexEarlier(
      drafts.map(({ problem }) => problem),
      this.#options,
    );
    const matcher = new FindingMatcher(index, said);
    return (members) => {
      const found = matcher.match(members);
      const draft = found === undefined ? undefined : byKey.get(earlierKey(found.of));
      return found && draft && { draft, confidence: found.confidence, tier: found.tier };
    };
  }

  /** The problem that a finding of a round was identified as. */
  find(ref: Pick<EarlierRef, "review" | "cluster">): ProblemDraft | undefined {
    return this.#byRef.get(earlierKey(ref));
  }

  /** Adds a problem that is raised for the first time. */
  add(placed: PlacedRound, cluster: RuledCluster): ProblemDraft {
    const ref = refOf(placed, cluster);
    const draft: ProblemDraft = { problem: this.#describe(placed, cluster, []), own: [], imported: [] };
    this.drafts.push(draft);
    this.#byRef.set(earlierKey(ref), draft);
    return draft;
  }

  /** Adds a problem that only a decision describes. */
  addFromDecision({ of, problem, head }: StandingDecision, round: number): ProblemDraft {
    const ref = { ...of, round };
    const described = problemFromDecision(problem, ref, head);
    // In a later report it is listed under the round that declined it.
    const printed = round === 0 ? [] : [ref];
    const draft: ProblemDraft = { problem: { ...described, printed }, own: [], imported: [] };
    this.drafts.push(draft);
    this.#byRef.set(earlierKey(ref), draft);
    return draft;
  }

  /**
   * Adds a problem of a lost round, as a later record lists it. In a series a name denotes one problem: if an earlier
   * round gave it the same name, it is that one.
   */
  restore(finding: PreviousFinding, { ref, head, decision }: LostProblem): void {
    const rounds = new Set(finding.rounds);
    const known = this.drafts.find(({ problem: { printed } }) =>
      printed.some(({ round, cluster }) => cluster === ref.cluster && rounds.has(round)),
    );
    const listed = problemFromPrevious(finding, ref, head);
    if (known === undefined) {
      const { byCommenters } = listed;
      const decided = decision && { ...problemFromDecision(decision.problem, ref, decision.head), printed: [ref] };
      const problem = decided === undefined ? listed : { ...decided, ...omitUndefined({ byCommenters }) };
      const draft: ProblemDraft = { problem, own: [], imported: [] };
      this.drafts.push(draft);
      this.#byRef.set(earlierKey(ref), draft);
      return;
    }
    const { byCommenters, ...problem } = known.problem;
    const isWorse = severityLevel(listed.severity) > severityLevel(problem.severity);
    known.problem = {
      ...problem,
      ...(isWorse ? ratingOf(listed) : {}),
      ...(byCommenters === true && listed.byCommenters === true && { byCommenters }),
      ref,
      sightings: [...problem.sightings, ref],
      printed: [...problem.printed, ref],
    };
    this.#byRef.set(earlierKey(ref), known);
  }

  /**
   * Records that the problem was raised again. If that was dropped, only its words are kept: people know the problem
   * by what was shown.
   */
  addSighting(draft: ProblemDraft, placed: PlacedRound, cluster: RuledCluster): void {
    const { problem } = draft;
    const ref = refOf(placed, cluster);
    const printed = [...problem.printed, ref];
    this.#byRef.set(earlierKey(ref), draft);
    if (cluster.ruling.kind !== "keep") {
      draft.problem = { ...problem, ...this.#words(placed, cluster, problem), printed };
      return;
    }
    const { settled, judged: _, byCommenters, ...before } = problem;
    const shown = problem.sightings.filter(({ round }) => round > 0);
    const words = this.#words(placed, cluster, problem);
    const { byCommenters: isStranger, ...described } = this.#describe(placed, cluster, shown);
    // A lower rating by somebody else does not make it harmless; only a fix or a person does.
    const isStill = settled === undefined && severityLevel(problem.severity) >= severityLevel(described.severity);
    const rated = ratingOf(isStill ? problem : described);
    const isSecond = problem.ref.round === placed.round;
    const updated = { ...before, ...omitUndefined(isSecond ? {} : described), ...words, printed };
    const isOurs = settled === undefined && byCommenters !== true;
    if (isStranger !== true) draft.problem = { ...updated, ...(byCommenters ? ratingOf(described) : rated) };
    // A commenter neither words nor rates what others raised.
    else if (isOurs) draft.problem = { ...updated, title: problem.title, ...ratingOf(problem) };
    else draft.problem = { ...updated, ...rated, byCommenters: true };
  }

  /** Merges a problem that only a decision describes into the problem of the series that it turned out to be. */
  merge(draft: ProblemDraft, into: ProblemDraft): void {
    this.drafts.splice(this.drafts.indexOf(draft), 1);
    for (const [key, held] of this.#byRef) if (held === draft) this.#byRef.set(key, into);
    into.own.push(...draft.own);
    into.problem = { ...into.problem, wordings: [...draft.problem.wordings, ...into.problem.wordings] };
  }

  #describe(placed: PlacedRound, cluster: RuledCluster, earlier: readonly EarlierRef[]): EarlierProblem {
    const { review } = placed;
    const said = wordingsOf(review, cluster);
    const words = mainWording(cluster, said);
    const ref = refOf(placed, cluster);
    return {
      ref,
      sightings: [...earlier, ref],
      printed: [ref],
      title: words?.title ?? cluster.ruling.because,
      severity: severityOfCluster(cluster),
      ratedIn: placed.round,
      rung: this.#rungOf(review, cluster),
      locations: words?.locations ?? [],
      symbols: [],
      code: citedCode(review.excerpts.filter((excerpt) => excerpt.cluster === cluster.id && isFound(excerpt))),
      head: review.scope.head,
      identities: identitiesOf(cluster, said),
      wordings: said,
      reviewers: [...new Set(cluster.credits.map(({ reviewer }) => reviewer))],
      ...(isByCommentersAlone(cluster, review.reviewers) && { byCommenters: true as const }),
    };
  }

  #words(
    { review }: PlacedRound,
    cluster: RuledCluster,
    { identities, wordings }: EarlierProblem,
  ): Pick<EarlierProblem, "identities" | "wordings"> {
    const said = wordingsOf(review, cluster);
    return { identities: [...identitiesOf(cluster, said), ...identities], wordings: [...wordings, ...said] };
  }
}

const ratingOf = ({ severity, ratedIn }: EarlierProblem): Pick<EarlierProblem, "severity" | "ratedIn"> => ({
  severity,
  ratedIn,
});

/** Code that is unique in the file, or where the finding says: its subject, not a coincidence. */
const isFound = ({ grounding: { status } }: Excerpt): boolean => status === "grounded" || status === "moved";

/** An old record has no identities; derive one from its texts. */
function identitiesOf(cluster: RuledCluster, said: readonly Finding[]): Identity[] {
  if (cluster.identity !== undefined) return [cluster.identity];
  const words = mainWording(cluster, said);
  return words === undefined ? [] : [makeIdentity({ problem: words })];
}

const refOf = ({ review, round }: PlacedRound, { id }: RuledCluster): EarlierRef => ({
  review: review.id,
  round,
  cluster: id,
});

/** The key of a finding in the archive. */
export const earlierKey = ({ review, cluster }: Pick<EarlierRef, "review" | "cluster">): string =>
  `${review} ${cluster}`;
