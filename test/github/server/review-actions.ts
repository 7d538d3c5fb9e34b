import { linesOfSide } from "./git/parse-diff.ts";
import type { PullView } from "./git/pull-view.ts";
import { viewPull } from "./git/pull-view.ts";
import { unprocessable } from "./refusal.ts";
import type { Account, Place, Pull, Review, ReviewComment, ReviewState, Thread } from "./state.ts";
import type { World } from "./world.ts";

/** The longest text that GitHub takes. */
export const MAX_BODY_LENGTH = 65_536;

/** What a review is made with. */
export interface NewReview {
  readonly author: Account;
  readonly body: string;
  /** Absent: it stays pending. */
  readonly event?: ReviewEvent | undefined;
  /** Absent: the head. */
  readonly commit?: string | undefined;
  readonly comments: readonly (Place & { readonly body: string })[];
}

export type ReviewEvent = "APPROVE" | "REQUEST_CHANGES" | "COMMENT";

const STATES: Readonly<Record<ReviewEvent, ReviewState>> = {
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
  COMMENT: "COMMENTED",
};

/** Writes a review with all of its comments, or refuses it with all of them. */
export async function createReview(world: World, pull: Pull, asked: NewReview): Promise<Review> {
  const view = await viewPull(pull);
  const commit = asked.commit ?? view.head;
  if (!view.commits.includes(commit)) throw unprocessable("The commit_id is not part of the pull request");
  if (pull.reviews.some(({ author, state }) => author === asked.author && state === "PENDING")) {
    throw unprocessable("User can only have one pending review per pull request");
  }
  if (asked.event !== undefined) checkEvent(pull, asked, asked.event);
  checkLength(asked.body);
  for (const comment of asked.comments) checkComment(view, comment);
  const review: Review = {
    id: world.nextId(),
    pull,
    author: asked.author,
    state: asked.event === undefined ? "PENDING" : STATES[asked.event],
    body: asked.body,
    commit,
    createdAt: world.now(),
    ...(asked.event === undefined ? {} : { submittedAt: world.now() }),
  };
  pull.reviews.push(review);
  for (const comment of asked.comments) addThread(world, { review, view, comment });
  return review;
}

/** Makes a pending review one that everybody sees. */
export function submitReview(world: World, review: Review, event: ReviewEvent, body?: string): void {
  if (review.state !== "PENDING") throw unprocessable("Can not submit a review that is not pending");
  if (body !== undefined) review.body = body;
  const comments = commentsOf(review);
  checkEvent(review.pull, { author: review.author, body: review.body, comments }, event);
  checkLength(review.body);
  review.state = STATES[event];
  review.submittedAt = world.now();
}

/** Takes a pending review away with its comments. */
export function deleteReview(review: Review): void {
  if (review.state !== "PENDING") throw unprocessable("Can not delete a non-pending pull request review");
  const { pull } = review;
  pull.reviews.splice(pull.reviews.indexOf(review), 1);
  for (const comment of commentsOf(review)) removeComment(comment);
}

/** Takes a comment away, and its thread with the last one. */
export function removeComment(comment: ReviewComment): void {
  const { thread } = comment;
  thread.comments.splice(thread.comments.indexOf(comment), 1);
  const { threads } = thread.pull;
  if (thread.comments.length === 0) threads.splice(threads.indexOf(thread), 1);
}

/** The comments that were written with a review. */
export const commentsOf = (review: Review): ReviewComment[] =>
  review.pull.threads.flatMap(({ comments }) => comments).filter((comment) => comment.review === review);

/** Answers in a thread. Every answer is in a review of its own, as on GitHub. */
export function reply(
  world: World,
  thread: Thread,
  { author, body }: { author: Account; body: string },
): ReviewComment {
  const [first] = thread.comments;
  if (first === undefined) throw new Error("A thread without a comment.");
  if (first.review.state === "PENDING") throw unprocessable("Can not reply to a pending review comment");
  checkLength(body);
  if (body === "") throw unprocessable("Body can't be blank");
  const review: Review = {
    id: world.nextId(),
    pull: thread.pull,
    author,
    state: "COMMENTED",
    body: "",
    commit: thread.commit,
    createdAt: world.now(),
    submittedAt: world.now(),
  };
  thread.pull.reviews.push(review);
  return addComment(world, { thread, review, body, replyTo: first });
}

/** Begins a thread of a review. */
export function addThread(
  world: World,
  { review, view, comment }: { review: Review; view: PullView; comment: Place & { readonly body: string } },
): Thread {
  const { body, ...place } = comment;
  const file = view.files.find(({ path }) => path === place.path);
  const at = place.line === undefined ? undefined : linesOfSide(file?.hunks ?? [], place.side).get(place.line);
  const thread: Thread = {
    ...place,
    id: world.nextId(),
    pull: review.pull,
    commit: review.commit,
    base: view.mergeBase,
    hunk: at === undefined ? "" : [at.hunk.header, ...at.hunk.lines].join("\n"),
    isResolved: false,
    comments: [],
  };
  review.pull.threads.push(thread);
  addComment(world, { thread, review, body });
  return thread;
}

/** Throws what GitHub says where a comment cannot stand in the diff. */
export function checkComment(view: PullView, comment: Place & { readonly body: string }): void {
  const wrong = wrongPlace(view, comment);
  if (wrong.length > 0) throw unprocessable(inSentence(wrong));
  if (comment.body === "") throw unprocessable("Pull request review comment body can't be blank");
  checkLength(comment.body);
}

/** Throws what GitHub says where a text is too long. */
export function checkLength(body: string): void {
  if ([...body].length > MAX_BODY_LENGTH)
    throw unprocessable(`Body is too long (maximum is ${MAX_BODY_LENGTH} characters)`);
}

function wrongPlace(view: PullView, { path, side, line, startLine, startSide }: Place): string[] {
  const blank = "Pull request review thread diff hunk can't be blank";
  const file = view.files.find((candidate) => candidate.path === path);
  if (file === undefined) return ["Pull request review thread path is invalid", blank];
  if (line === undefined) return [];
  const wrong: string[] = [];
  const at = linesOfSide(file.hunks, side).get(line);
  if (at === undefined) wrong.push("Pull request review thread line must be part of the diff");
  if (startLine !== undefined) {
    const begin = linesOfSide(file.hunks, startSide ?? side).get(startLine);
    // On the same side equal lines are no range either.
    const precedes = begin === undefined || at === undefined ? startLine < line : begin.position < at.position;
    if (!precedes) wrong.push("Pull request review thread start line must precede the end line.");
    if (at === undefined || begin?.hunk !== at.hunk) {
      wrong.push("Pull request review thread start line must be part of the same hunk as the line.");
    }
  }
  if (at === undefined) wrong.push(blank);
  return wrong;
}

function checkEvent(
  pull: Pull,
  asked: Pick<NewReview, "author" | "body"> & { comments: readonly unknown[] },
  event: ReviewEvent,
): void {
  if (event !== "COMMENT" && asked.author === pull.author) {
    throw unprocessable(
      event === "APPROVE"
        ? "Can not approve your own pull request"
        : "Can not request changes on your own pull request",
    );
  }
  if (event === "REQUEST_CHANGES" && asked.body === "") throw unprocessable("Body can't be blank");
  if (event === "COMMENT" && asked.body === "" && asked.comments.length === 0) {
    throw unprocessable("Body can't be blank");
  }
}

function addComment(
  world: World,
  { thread, review, body, replyTo }: { thread: Thread; review: Review; body: string; replyTo?: ReviewComment },
): ReviewComment {
  const at = world.now();
  const comment: ReviewComment = {
    id: world.nextId(),
    author: review.author,
    body,
    createdAt: at,
    updatedAt: at,
    review,
    thread,
    replyTo,
    isMinimized: false,
  };
  thread.comments.push(comment);
  return comment;
}

/** As Rails joins them: "a and b", "a, b, and c". */
function inSentence(parts: readonly string[]): string {
  if (parts.length < 3) return parts.join(" and ");
  return `${parts.slice(0, -1).join(", ")}, and ${parts.at(-1) ?? ""}`;
}
