import type { RuledCluster } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import type { Excerpt } from "#model/grounding.ts";
import { citedCode } from "#model/history/cited-code.ts";
import { isByCommentersAlone } from "#model/panel/reviewer.ts";
import type { Review } from "#model/review.ts";
import type { Identity } from "#model/history/identity.ts";
import type { KnownProblem } from "#model/history/earlier-problem.ts";
import type { EarlierRef } from "#model/history/lineage.ts";
import { type Severity, severityLevel } from "#model/severity.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { makeIdentity } from "../match/identity/make-identity.ts";
import { type Measure, remember, type SaidInRound } from "../match/recognise.ts";
import type { RungOf } from "./decisions-of.ts";
import { knownFromDecision } from "./problem-from-decision.ts";
import { mainWording, severityOfCluster, wordingsOf } from "./wordings.ts";

/** A round and its place in the series. */
export interface PlacedRound {
  readonly review: Review;
  readonly round: number;
}

/** A problem while its story is being told. */
export interface Draft {
  problem: KnownProblem;
  /** Decisions of people about it, and those that reports tell of, in the order in which they came. */
  readonly own: StandingDecision[];
  readonly imported: StandingDecision[];
}

/** The problems of a series while its rounds are gone through. */
export class Chronicle {
  readonly drafts: Draft[] = [];
  readonly #byRef = new Map<string, Draft>();
  readonly #rungOf: RungOf;
  readonly #measure: Measure;

  constructor(rungOf: RungOf, measure: Measure) {
    this.#rungOf = rungOf;
    this.#measure = measure;
  }

  /** Tells which of the problems so far some findings are. */
  whatIsMeant(
    said: SaidInRound,
    isAsked: (draft: Draft) => boolean = () => true,
  ): (members: readonly string[]) => { readonly draft: Draft; readonly confidence: number } | undefined {
    const drafts = this.drafts.filter(isAsked);
    if (drafts.length === 0 || said.findings.length === 0) return () => undefined;
    const byKey = new Map(drafts.map((draft) => [keyOf(draft.problem.ref), draft]));
    const memory = remember(
      drafts.map(({ problem }) => problem),
      this.#measure,
    );
    const recogniser = memory.among(said);
    return (members) => {
      const recognition = recogniser.of(members);
      const draft = recognition === undefined ? undefined : byKey.get(keyOf(recognition.of));
      return recognition && draft && { draft, confidence: recognition.confidence };
    };
  }

  /** The problem that a finding of a round was found to be. */
  find(ref: Pick<EarlierRef, "review" | "cluster">): Draft | undefined {
    return this.#byRef.get(keyOf(ref));
  }

  /** Begins the story of a problem. */
  begin(placed: PlacedRound, cluster: RuledCluster): Draft {
    const ref = refOf(placed, cluster);
    const draft: Draft = { problem: this.#describe(placed, cluster, []), own: [], imported: [] };
    this.drafts.push(draft);
    this.#byRef.set(keyOf(ref), draft);
    return draft;
  }

  /** Begins the story of a problem that only a decision tells of. */
  beginFrom({ of, problem, head }: StandingDecision, round: number): Draft {
    const ref = { ...of, round };
    const draft: Draft = { problem: knownFromDecision(problem, ref, head), own: [], imported: [] };
    this.drafts.push(draft);
    this.#byRef.set(keyOf(ref), draft);
    return draft;
  }

  /** The problem was raised again. Where that was dropped, only its words are taken: people know it by what was shown. */
  goOn(draft: Draft, placed: PlacedRound, cluster: RuledCluster): void {
    const { problem } = draft;
    this.#byRef.set(keyOf(refOf(placed, cluster)), draft);
    if (cluster.ruling.kind !== "keep") {
      draft.problem = { ...problem, ...this.#words(placed, cluster, problem) };
      return;
    }
    const { settled, judged: _, byCommenters, ...before } = problem;
    const shown = problem.sightings.filter(({ round }) => round > 0);
    const words = this.#words(placed, cluster, problem);
    const { byCommenters: isStranger, ...described } = this.#describe(placed, cluster, shown);
    // Somebody who rates it lower does not make it harmless; only a fix or a person does.
    const severity = settled === undefined ? worse(problem.severity, described.severity) : described.severity;
    const isSecond = problem.ref.round === placed.round;
    const told = { ...before, ...(isSecond ? {} : described), ...words };
    const isOurs = settled === undefined && byCommenters !== true;
    if (isStranger !== true) draft.problem = { ...told, severity: byCommenters ? described.severity : severity };
    // A commenter neither words nor rates what others raised.
    else if (isOurs) draft.problem = { ...told, title: problem.title, severity: problem.severity };
    else draft.problem = { ...told, severity, byCommenters: true };
  }

  /** Takes back what is only remembered by a decision: it turned out to be another problem of the series. */
  forget(draft: Draft, instead: Draft): void {
    this.drafts.splice(this.drafts.indexOf(draft), 1);
    for (const [key, held] of this.#byRef) if (held === draft) this.#byRef.set(key, instead);
    instead.own.push(...draft.own);
    instead.problem = { ...instead.problem, wordings: [...draft.problem.wordings, ...instead.problem.wordings] };
  }

  #describe(placed: PlacedRound, cluster: RuledCluster, earlier: readonly EarlierRef[]): KnownProblem {
    const { review } = placed;
    const said = wordingsOf(review, cluster);
    const words = mainWording(cluster, said);
    const ref = refOf(placed, cluster);
    return {
      ref,
      sightings: [...earlier, ref],
      title: words?.title ?? cluster.ruling.because,
      severity: severityOfCluster(cluster),
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
    { identities, wordings }: KnownProblem,
  ): Pick<KnownProblem, "identities" | "wordings"> {
    const said = wordingsOf(review, cluster);
    return { identities: [...identitiesOf(cluster, said), ...identities], wordings: [...wordings, ...said] };
  }
}

const worse = (one: Severity, other: Severity): Severity => (severityLevel(one) >= severityLevel(other) ? one : other);

/** Code that stands nowhere else in the file, or where the finding says: what it is about, not what happens to be there. */
const isFound = ({ grounding: { status } }: Excerpt): boolean => status === "grounded" || status === "moved";

/** A record of before there were identities has none; it is made from what was said. */
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

/** A finding's place in the archive as one text. */
export const keyOf = ({ review, cluster }: Pick<EarlierRef, "review" | "cluster">): string => `${review} ${cluster}`;
