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

/** A round that asked the same of the same people about the same commits. */
export interface KnownAnswer {
  readonly review: Review;
  /** What its reviewers said; nobody needs to be asked again. */
  readonly entries: readonly JournalEntry[];
  /** Nothing was decided since, and its past is the same: its report is the answer. */
  readonly isWhole: boolean;
}

/** What is known before anybody is asked. */
export interface KnownBefore {
  readonly decisions: readonly Pick<StandingDecision, "id" | "until">[];
  /** The rounds before, oldest first. */
  readonly reviews: readonly Pick<Review, "id">[];
  readonly continues?: string | undefined;
  readonly pull?: PullRequest;
}

/** What is asked now, and where answers are kept. */
export interface KnownAnswerQuery extends KnownBefore {
  readonly archive: Archive;
  /** Which rounds this user began. */
  readonly begun: RoundNotes;
  readonly start: StartEntry;
  /** The rounds before, oldest first. */
  readonly reviews: readonly Review[];
}

/**
 * The newest round that already answers what is asked: same commits, same panel, same settings, everybody ended, and no
 * round of other commits since. Only a round that this user began here is believed: a record may have come with the
 * repository.
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
  // A record that no round of this series wrote answers nothing.
  if (review.series === undefined || review.scope.base !== start.scope.base) return undefined;
  if (review.verdict.kind === "incomplete" || review.runs.some(({ outcome }) => outcome !== "completed"))
    return undefined;
  const journal = await readJournal(archive.folder, review.id).catch(() => undefined);
  if (journal === undefined || journal.start.asked !== start.asked) return undefined;
  if (!(await begun.knows({ id: review.id, start: journal.start }))) return undefined;
  const pull = start.pull === undefined ? {} : { pull: start.pull };
  const decided = digestDecided({ ...known, ...omitUndefined(pull), reviews: before }, start.at.slice(0, 10));
  // How it began is its own: a round that goes by its words has another beginning.
  const entries = journal.entries.filter(({ type }) => type !== "start");
  return { review, entries, isWhole: journal.start.decided === decided };
}

/** What is asked of whom: equal for two rounds that could only differ in the reviewers' mood. */
export function digestAsked(
  { tool, panel, paths, settings, pull }: Omit<StartEntry, "asked" | "decided">,
  second: VerificationPanel | undefined,
): string | undefined {
  // What these say stands in files or comments that may have changed; asking again costs nothing.
  if (panel.some(({ kind }) => kind === "scripted" || kind === "import" || kind === "person")) return undefined;
  const looks = second && {
    verifiers: second.verifiers.map(({ reviewer }) => reviewer),
    editor: second.editor?.reviewer,
    allowRun: second.allowRun,
  };
  // Rules and decisions are those of the branch that it goes into.
  const into = pull === undefined ? [] : [pull.base.branch];
  return digest([tool, panel, paths, settings, looks, ...into]);
}

/** What a round goes by beside what its reviewers say: decisions that hold that day, the rounds before it, what it replaces, what is said in its pull request. */
export function digestDecided({ decisions, reviews, continues, pull }: KnownBefore, today: string): string {
  const held = decisions.map((decision) => `${decision.id} ${decisionHolds(decision, today)}`).sort();
  const talk = pull === undefined ? [] : [talkOf(pull)];
  return digest([held, reviews.map(({ id }) => id).sort(), continues ?? null, ...talk]);
}

/**
 * What people say in a pull request, as far as a report tells it: a new check, a post of this program, or one that it
 * edits or closes, makes no new report.
 */
function talkOf({ title, body, threads, reviews, comments }: PullRequest): unknown {
  const others = threads.filter(({ comments: said }) => said.some((one) => !hasMarker(one)));
  return [
    title,
    body,
    others.map(({ isResolved = null, comments: said }) => [isResolved, wordsOf(said)]),
    reviews.filter((review) => !hasMarker(review)).map((review) => [review.state, review.body]),
    wordsOf(comments),
  ];
}

const wordsOf = (said: PullRequest["comments"]): string[] =>
  said.filter((one) => !hasMarker(one)).map(({ body }) => body);

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}
