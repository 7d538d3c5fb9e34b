import { placeThread, viewPull } from "../git/pull-view.ts";
import { invalid, notFound, Refusal } from "../refusal.ts";
import { MAX_BODY_LENGTH, removeComment, reply } from "../review-actions.ts";
import type { Account, Issue, IssueComment, ReviewComment } from "../state.ts";
import { RANK } from "../world.ts";
import type { Call, Handler } from "./call.ts";
import { page, pullOf, repositoryOf, textOf, viewerOf } from "./call.ts";
import { Shapes } from "./shapes.ts";

/** General comments, and comments at lines. */
export const COMMENT_ROUTES: Readonly<Record<string, Handler>> = {
  "GET /repos/{owner}/{repo}/issues/{issue_number}/comments": (call) => {
    const issue = issueOf(call);
    const since = call.query.get("since") ?? "";
    const shown = issue.comments.filter(({ updatedAt }) => updatedAt >= since);
    return page(
      call,
      shown.map((comment) => new Shapes(call.world).issueComment(issue, comment)),
    );
  },
  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments": (call) => {
    const issue = issueOf(call);
    const { account } = viewerOf(call);
    const body = checkedBody("IssueComment", call.body["body"]);
    const at = call.world.now();
    const comment: IssueComment = {
      id: call.world.nextId(),
      author: account,
      body,
      createdAt: at,
      updatedAt: at,
      isMinimized: false,
    };
    issue.comments.push(comment);
    return { status: 201, body: new Shapes(call.world).issueComment(issue, comment) };
  },
  "GET /repos/{owner}/{repo}/issues/comments/{comment_id}": (call) => {
    const { issue, comment } = issueCommentOf(call);
    return { status: 200, body: new Shapes(call.world).issueComment(issue, comment) };
  },
  "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}": (call) => {
    const { issue, comment } = issueCommentOf(call);
    requireAuthor(call, comment.author);
    comment.body = checkedBody("IssueComment", call.body["body"]);
    comment.updatedAt = call.world.now();
    return { status: 200, body: new Shapes(call.world).issueComment(issue, comment) };
  },
  "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}": (call) => {
    const { issue, comment } = issueCommentOf(call);
    requireAuthor(call, comment.author);
    issue.comments.splice(issue.comments.indexOf(comment), 1);
    return { status: 204 };
  },
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments": async (call) => {
    const comments = pullOf(call).threads.flatMap((thread) => thread.comments);
    const shown = comments.filter(({ review }) => review.state !== "PENDING");
    return page(
      call,
      await Promise.all(shown.toSorted((a, b) => a.id - b.id).map((each) => reviewCommentShape(call, each))),
    );
  },
  "GET /repos/{owner}/{repo}/pulls/comments/{comment_id}": async (call) => ({
    status: 200,
    body: await reviewCommentShape(call, reviewCommentOf(call)),
  }),
  "PATCH /repos/{owner}/{repo}/pulls/comments/{comment_id}": async (call) => {
    const comment = reviewCommentOf(call);
    requireAuthor(call, comment.author);
    comment.body = checkedBody("PullRequestReviewComment", call.body["body"]);
    comment.updatedAt = call.world.now();
    return { status: 200, body: await reviewCommentShape(call, comment) };
  },
  "DELETE /repos/{owner}/{repo}/pulls/comments/{comment_id}": (call) => {
    const comment = reviewCommentOf(call);
    requireAuthor(call, comment.author);
    removeComment(comment);
    return { status: 204 };
  },
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies": async (call) => {
    const comment = reviewCommentOf(call);
    if (comment.thread.pull !== pullOf(call)) throw notFound();
    // GitHub does not take replies to replies here.
    if (comment.replyTo !== undefined)
      throw invalid("PullRequestReviewComment", "in_reply_to", "in_reply_to is not a top-level comment");
    const body = checkedBody("PullRequestReviewComment", call.body["body"]);
    const answer = reply(call.world, comment.thread, { author: viewerOf(call).account, body });
    return { status: 201, body: await reviewCommentShape(call, answer) };
  },
};

/** A comment at lines, as it stands now. */
export async function reviewCommentShape({ world }: Call, comment: ReviewComment): Promise<Record<string, unknown>> {
  const view = await viewPull(comment.thread.pull);
  return new Shapes(world).reviewComment(comment, await placeThread(comment.thread, view), view.head);
}

function issueOf(call: Call): Issue {
  const repository = repositoryOf(call);
  const number = Number(call.params["issue_number"]);
  const issue = repository.pulls.get(number) ?? repository.issues.get(number);
  if (issue === undefined) throw notFound();
  return issue;
}

function issueCommentOf(call: Call): { readonly issue: Issue; readonly comment: IssueComment } {
  const repository = repositoryOf(call);
  for (const issue of [...repository.issues.values(), ...repository.pulls.values()]) {
    const comment = issue.comments.find(({ id }) => id === Number(call.params["comment_id"]));
    if (comment !== undefined) return { issue, comment };
  }
  throw notFound();
}

function reviewCommentOf(call: Call): ReviewComment {
  const pulls = [...repositoryOf(call).pulls.values()];
  const comments = pulls.flatMap(({ threads }) => threads.flatMap((thread) => thread.comments));
  const comment = comments.find(({ id }) => id === Number(call.params["comment_id"]));
  if (comment === undefined) throw notFound();
  return comment;
}

/** A comment may be changed by who wrote it, and by who may write to the repository. */
function requireAuthor(call: Call, author: Account): void {
  const { account } = viewerOf(call);
  if (account === author) return;
  if (RANK[call.world.permission(repositoryOf(call), call.viewer)] >= RANK.write) return;
  throw new Refusal(403, "Must have admin rights to Repository.");
}

function checkedBody(resource: string, value: unknown): string {
  const body = textOf(value);
  if (body.trim() === "") throw invalid(resource, "body", "body cannot be blank");
  if ([...body].length > MAX_BODY_LENGTH) {
    throw invalid(resource, "body", `body is too long (maximum is ${MAX_BODY_LENGTH} characters)`);
  }
  return body;
}
