import { viewPull } from "../git/pull-view.ts";
import { Refusal, unprocessable } from "../refusal.ts";
import type { ReviewEvent } from "../review-actions.ts";
import {
  addThread,
  checkComment,
  checkLength,
  createReview,
  deleteReview,
  reply,
  submitReview,
} from "../review-actions.ts";
import type {
  Issue,
  IssueComment,
  Place,
  Pull,
  Repository,
  Review,
  ReviewComment,
  Side,
  Thread,
  Token,
} from "../state.ts";
import type { World } from "../world.ts";
import { RANK } from "../world.ts";
import type { Found } from "./find-node.ts";
import { findNode } from "./find-node.ts";
import type { Nodes } from "./nodes.ts";

interface AskedThread {
  readonly path?: string | null;
  readonly body: string;
  readonly line?: number | null;
  readonly side?: Side | null;
  readonly startLine?: number | null;
  readonly startSide?: Side | null;
  readonly subjectType?: "FILE" | "LINE" | null;
  readonly pullRequestId?: string | null;
  readonly pullRequestReviewId?: string | null;
}
interface AskedReview {
  readonly pullRequestId: string;
  readonly body?: string | null;
  readonly event?: ReviewEvent | "DISMISS" | null;
  readonly commitOID?: string | null;
  readonly threads?: readonly (AskedThread | null)[] | null;
}
type Input<T> = { readonly input: T & { readonly clientMutationId?: string | null } };

/** What GitHub says where a token is not good enough. */
export class Forbidden extends Error {
  readonly type = "FORBIDDEN";
}

/** The mutations, for one viewer. */
export function mutations(world: World, viewer: Token, nodes: Nodes): Readonly<Record<string, unknown>> {
  const { account } = viewer;
  const mutation =
    <T>(act: (input: T) => Promise<object> | object) =>
    async ({ input }: Input<T>): Promise<object> => {
      if (viewer.readOnly) throw new Forbidden("Resource not accessible by integration");
      return { clientMutationId: input.clientMutationId ?? null, ...(await act(input)) };
    };
  const setResolved = (isResolved: boolean) =>
    mutation(async ({ threadId }: { threadId: string }) => {
      const thread = threadOf(world, threadId);
      requireResolve(world, viewer, thread);
      thread.isResolved = isResolved;
      if (isResolved) thread.resolvedBy = account;
      else delete thread.resolvedBy;
      return { thread: await nodes.thread(thread) };
    });
  return {
    resolveReviewThread: setResolved(true),
    unresolveReviewThread: setResolved(false),
    addPullRequestReview: mutation(async (input: AskedReview) => {
      const pull = pullOf(world, input.pullRequestId);
      if (input.event === "DISMISS") throw unprocessable("A new review can not be dismissed");
      const comments = (input.threads ?? []).flatMap((thread) => (thread == null ? [] : [placeOf(thread)]));
      const review = await createReview(world, pull, {
        author: account,
        body: input.body ?? "",
        event: input.event ?? undefined,
        commit: input.commitOID ?? undefined,
        comments,
      });
      return { pullRequestReview: nodes.review(review), reviewEdge: null };
    }),
    addPullRequestReviewThread: mutation(async (input: AskedThread) => {
      const review = await pendingReview(world, viewer, input);
      const view = await viewPull(review.pull);
      const comment = placeOf(input);
      if (world.quietThreads && refuses(() => checkComment(view, comment))) return { thread: null };
      checkComment(view, comment);
      return { thread: await nodes.thread(addThread(world, { review, view, comment })) };
    }),
    addPullRequestReviewThreadReply: mutation((input: { pullRequestReviewThreadId: string; body: string }) => {
      const answer = reply(world, threadOf(world, input.pullRequestReviewThreadId), {
        author: account,
        body: input.body,
      });
      return { comment: nodes.reviewComment(answer) };
    }),
    submitPullRequestReview: mutation(
      (input: { pullRequestReviewId?: string | null; event: ReviewEvent; body?: string | null }) => {
        const review = ownReview(world, viewer, input.pullRequestReviewId ?? "");
        submitReview(world, review, input.event, input.body ?? undefined);
        return { pullRequestReview: nodes.review(review) };
      },
    ),
    updatePullRequestReview: mutation((input: { pullRequestReviewId: string; body: string }) => {
      const review = ownReview(world, viewer, input.pullRequestReviewId);
      checkLength(input.body);
      review.body = input.body;
      return { pullRequestReview: nodes.review(review) };
    }),
    deletePullRequestReview: mutation((input: { pullRequestReviewId: string }) => {
      const review = ownReview(world, viewer, input.pullRequestReviewId);
      deleteReview(review);
      return { pullRequestReview: nodes.review(review) };
    }),
    updatePullRequestReviewComment: mutation((input: { pullRequestReviewCommentId: string; body: string }) => {
      const { comment } = found(world, input.pullRequestReviewCommentId, "reviewComment");
      edit(world, { viewer, comment, repository: comment.thread.pull.repository, body: input.body });
      return { pullRequestReviewComment: nodes.reviewComment(comment) };
    }),
    updateIssueComment: mutation((input: { id: string; body: string }) => {
      const { issue, comment } = found(world, input.id, "issueComment");
      edit(world, { viewer, comment, repository: issue.repository, body: input.body });
      return { issueComment: nodes.issueComment(issue, comment) };
    }),
    addComment: mutation((input: { subjectId: string; body: string }) => {
      const issue = issueOf(world, input.subjectId);
      checkLength(input.body);
      const at = world.now();
      const comment: IssueComment = {
        id: world.nextId(),
        author: account,
        body: input.body,
        createdAt: at,
        updatedAt: at,
        isMinimized: false,
      };
      issue.comments.push(comment);
      return {
        subject: "threads" in issue ? nodes.pull(issue as Pull) : nodes.issue(issue),
        commentEdge: { cursor: "", node: nodes.issueComment(issue, comment) },
      };
    }),
    minimizeComment: mutation((input: { subjectId: string }) => {
      const thing = findNode(world, input.subjectId);
      if (thing?.kind === "issueComment") {
        requireWrite(world, viewer, thing.issue.repository);
        thing.comment.isMinimized = true;
        return { minimizedComment: nodes.issueComment(thing.issue, thing.comment) };
      }
      const { comment } = found(world, input.subjectId, "reviewComment");
      requireWrite(world, viewer, comment.thread.pull.repository);
      comment.isMinimized = true;
      return { minimizedComment: nodes.reviewComment(comment) };
    }),
  };
}

function found<K extends Found["kind"]>(world: World, id: string, kind: K): Extract<Found, { kind: K }> {
  const thing = findNode(world, id);
  if (thing?.kind !== kind) throw new Refusal(404, `Could not resolve to a node with the global id of '${id}'`);
  return thing as Extract<Found, { kind: K }>;
}

const threadOf = (world: World, id: string): Thread => found(world, id, "thread").thread;
const pullOf = (world: World, id: string): Pull => found(world, id, "pull").pull;

function issueOf(world: World, id: string): Issue {
  const thing = findNode(world, id);
  return thing?.kind === "pull" ? thing.pull : found(world, id, "issue").issue;
}

function ownReview(world: World, viewer: Token, id: string): Review {
  const { review } = found(world, id, "review");
  if (review.author !== viewer.account) throw new Forbidden("Viewer cannot change this review");
  return review;
}

/** The pending review that a thread is added to; made where there is none. */
async function pendingReview(world: World, viewer: Token, input: AskedThread): Promise<Review> {
  if (input.pullRequestReviewId != null) {
    const review = ownReview(world, viewer, input.pullRequestReviewId);
    if (review.state !== "PENDING") throw unprocessable("Pull request review is already submitted");
    return review;
  }
  const pull = pullOf(world, input.pullRequestId ?? "");
  const pending = pull.reviews.find(({ author, state }) => author === viewer.account && state === "PENDING");
  return pending ?? createReview(world, pull, { author: viewer.account, body: "", comments: [] });
}

function placeOf(asked: AskedThread): Place & { readonly body: string } {
  const { body, line, startLine, startSide, subjectType } = asked;
  if (line == null && subjectType !== "FILE") throw unprocessable("Line could not be resolved");
  return {
    path: asked.path ?? "",
    body,
    side: asked.side ?? "RIGHT",
    ...(line == null || subjectType === "FILE" ? {} : { line }),
    ...(startLine == null ? {} : { startLine }),
    ...(startSide == null ? {} : { startSide }),
  };
}

function refuses(check: () => void): boolean {
  try {
    check();
    return false;
  } catch {
    return true;
  }
}

function requireResolve(world: World, viewer: Token, thread: Thread): void {
  const mayWrite = RANK[world.permission(thread.pull.repository, viewer)] >= RANK.write;
  if (viewer.canResolve && (mayWrite || thread.pull.author === viewer.account)) return;
  throw new Forbidden(`Resource not accessible by ${viewer.isApp ? "integration" : "personal access token"}`);
}

function requireWrite(world: World, viewer: Token, repository: Repository): void {
  if (RANK[world.permission(repository, viewer)] < RANK.write)
    throw new Forbidden("Viewer does not have permission to do that");
}

function edit(
  world: World,
  {
    viewer,
    comment,
    repository,
    body,
  }: { viewer: Token; comment: IssueComment | ReviewComment; repository: Repository; body: string },
): void {
  if (comment.author !== viewer.account) requireWrite(world, viewer, repository);
  checkLength(body);
  if (body === "") throw unprocessable("Body can't be blank");
  comment.body = body;
  comment.updatedAt = world.now();
}
