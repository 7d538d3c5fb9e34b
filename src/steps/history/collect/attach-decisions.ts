import type { Finding } from "#model/finding.ts";
import { findingIdSchema } from "#model/ids.ts";
import type { Review } from "#model/review.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { SUPPRESS_AT } from "../match/thresholds.ts";
import type { Chronicle, Draft, PlacedRound } from "./series-problems.ts";
import type { ImportedDecision } from "./decisions-of.ts";
import { knownFromDecision } from "./problem-from-decision.ts";

/** Where an imported decision is read, and the rounds that it may speak of. */
export interface ImportPlace {
  readonly placed: PlacedRound;
  readonly rounds: readonly Review[];
}

/** Gives a decision of a report to its problem: the one it is about, names or speaks of; else it begins one. */
export function attachImported(
  chronicle: Chronicle,
  imported: ImportedDecision,
  { placed, rounds }: ImportPlace,
): void {
  const { decision } = imported;
  const draft =
    chronicle.find(decision.of) ?? draftNamed(chronicle, imported, rounds) ?? draftMeant(chronicle, decision);
  const cluster = placed.review.clusters.find(({ id }) => id === decision.of.cluster);
  if (draft !== undefined) {
    if (cluster !== undefined && chronicle.find(decision.of) === undefined) chronicle.goOn(draft, placed, cluster);
    draft.imported.push(decision);
    return;
  }
  if (cluster !== undefined) chronicle.begin(placed, cluster).imported.push(decision);
  else if (decision.kind === "declined") chronicle.beginFrom(decision, placed.round).imported.push(decision);
}

/** `R1 S11`: by the round number that the report prints, since reports count by hand. */
function draftNamed(chronicle: Chronicle, { names }: ImportedDecision, rounds: readonly Review[]): Draft | undefined {
  for (const { round, cluster } of names) {
    const review = rounds.find((each, at) => (each.round.number ?? at + 1) === round);
    const found = review?.clusters.find(({ id }) => id === cluster);
    if (review === undefined || found === undefined) continue;
    const draft = chronicle.find({ review: review.id, cluster: found.id });
    if (draft !== undefined) return draft;
  }
  return undefined;
}

/** A row of a report has few words, so only a sure match counts. */
function draftMeant(chronicle: Chronicle, { problem, of }: StandingDecision): Draft | undefined {
  const { wordings } = knownFromDecision(problem, { ...of, round: 0 });
  const meant = chronicle.whatIsMeant({ findings: wordings })(wordings.map(({ id }) => id));
  return meant === undefined || meant.confidence < SUPPRESS_AT ? undefined : meant.draft;
}

/** A problem that only decisions knew may be one that the rounds at hand raised too. */
export function joinElsewhere(chronicle: Chronicle): void {
  const elsewhere = chronicle.drafts.filter(({ problem }) => problem.ref.round === 0);
  const words = elsewhere.map(({ problem }, at): Finding | undefined => {
    const [first] = problem.wordings;
    // Decisions of several reviews may be about findings of one name.
    return first && { ...first, id: findingIdSchema.parse(`decision:X${at + 1}`) };
  });
  const findings = words.filter((each) => each !== undefined);
  const meant = chronicle.whatIsMeant({ findings }, ({ problem }) => problem.ref.round > 0);
  for (const [at, draft] of elsewhere.entries()) {
    const id = words[at]?.id;
    const same = id === undefined ? undefined : meant([id]);
    if (same !== undefined && same.confidence >= SUPPRESS_AT) chronicle.forget(draft, same.draft);
  }
}
