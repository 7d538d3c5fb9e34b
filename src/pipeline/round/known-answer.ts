import { omitUndefined } from "#util/omit-undefined.ts";
import { createHash } from "node:crypto";
import type { Archive } from "#adapters/store/archive.ts";
import { type JournalEntry, readJournal, type StartEntry } from "#adapters/store/journal.ts";
import { hasMarker } from "#grammar/marker.ts";
import type { RoundNotes } from "#config/round-notes.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import type { Review } from "#model/review.ts";
import type { StandingDecision } from "#model/history/standing-decision.ts";
import { decisionHolds } from "#model/history/standing-decision.ts";
import type { VerificationPanel } from "../agents/verification-run.ts";

/** An earlier round with the same reviewers, settings and commits. */
export interface KnownAnswer {
  readonly review: Review;
  /** The reviews of its reviewers, which need not be asked again. */
  readonly entries: readonly JournalEntry[];
  /** Decisions and earlier rounds are still the same, so its report is the answer. */
  readonly isWhole: boolean;
}

/** What is known before any reviewer is asked. */
export interface KnownBefore {
  readonly decisions: readonly Pick<StandingDecision, "id" | "until">[];
  /** The rounds before, oldest first. */
  readonly reviews: readonly Pick<Review, "id">[];
  readonly continues?: string | undefined;
  readonly pull?: PullRequest;
}

/** The round that is about to start, and where earlier ones are kept. */
export interface KnownAnswerQuery extends KnownBefore {
  readonly archive: Archive;
  /** The rounds that this user started. */
  readonly begun: RoundNotes;
  readonly start: StartEntry;
  /** The rounds before, oldest first. */
  readonly reviews: readonly Review[];
}

/**
 * The newest round with the same commits, panel and settings in which all reviewers completed, if no round of other commits
 * followed. Only a round that this user started here counts, because a record may have come with the repository.
 */
export async function findKnownAnswer(question: KnownAnswerQuery): Promise<KnownAnswer | undefined> {
  const { start, reviews } = question;
  if (start.asked === undefined) return undefined;
  for (const [at, review] of [...reviews.entries()].toReversed()) {
    if (review.scope.head !== start.scope.head) return undefined;
    const found = await answerOf(review, reviews.slice(0, at), question);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function answerOf(
  review: Review,
  before: readonly Review[],
  { archive, begun, start, ...known }: KnownAnswerQuery,
): Promise<KnownAnswer | undefined> {
  // Only the record of a round of this series counts.
  if (review.series === undefined || review.scope.base !== start.scope.base) return undefined;
  if (review.verdict.kind === "incomplete" || review.runs.some(({ outcome }) => outcome !== "completed"))
    return undefined;
  const journal = await readJournal(archive.folder, review.id).catch(() => undefined);
  if (journal === undefined || journal.start.asked !== start.asked) return undefined;
  if (!(await begun.knows({ id: review.id, start: journal.start }))) return undefined;
  const pull = start.pull === undefined ? {} : { pull: start.pull };
  const decided = digestDecided({ ...known, ...omitUndefined(pull), reviews: before }, start.at.slice(0, 10));
  // The start entry belongs to that round alone.
  const entries = journal.entries.filter(({ type }) => type !== "start");
  return { review, entries, isWhole: journal.start.decided === decided };
}

/** A digest of everything that reviewers get. Two rounds with the same digest differ only by chance. */
export function digestAsked(
  { tool, panel, paths, settings, pull }: Omit<StartEntry, "asked" | "decided">,
  verification: VerificationPanel | undefined,
): string | undefined {
  // Their input is in files or comments that may have changed, and asking them again costs nothing.
  if (panel.some(({ kind }) => kind === "scripted" || kind === "import" || kind === "person")) return undefined;
  const looks = verification && {
    verifiers: verification.verifiers.map(({ reviewer }) => reviewer),
    editor: verification.editor?.reviewer,
    allowRun: verification.allowRun,
  };
  // Rules and decisions come from the target branch.
  const into = pull === undefined ? [] : [pull.base.branch];
  return digest([tool, panel, paths, settings, looks, ...into]);
}

/** A digest of what else a round depends on: decisions that hold on that day, earlier rounds, and the pull request. */
export function digestDecided({ decisions, reviews, continues, pull }: KnownBefore, today: string): string {
  const held = decisions.map((decision) => `${decision.id} ${decisionHolds(decision, today)}`).sort();
  const conversation = pull === undefined ? [] : [conversationOf(pull)];
  return digest([held, reviews.map(({ id }) => id).sort(), continues ?? null, ...conversation]);
}

/**
 * The conversation of a pull request, as far as it affects a report. New checks, and posts that this program writes, edits
 * or closes, do not.
 */
function conversationOf({ title, body, threads, reviews, comments }: PullRequest): unknown {
  const others = threads.filter(({ comments: own }) => own.some((one) => !hasMarker(one)));
  return [
    title,
    body,
    others.map(({ isResolved = null, comments: own }) => [isResolved, textsOf(own)]),
    reviews.filter((review) => !hasMarker(review)).map((review) => [review.state, review.body]),
    textsOf(comments),
  ];
}

const textsOf = (comments: PullRequest["comments"]): string[] =>
  comments.filter((one) => !hasMarker(one)).map(({ body }) => body);

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}
