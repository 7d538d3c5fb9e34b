import type { PullAddress } from "#model/pull/pull-request.ts";
import type { GitHub } from "../client.ts";
import { type WriteResult, attempt } from "./attempt.ts";
import { z } from "zod";

interface CommentText {
  /** Absent: a new comment. */
  readonly comment?: number;
  readonly body: string;
}

/** Replaces the text of a comment at a line. */
export function editReviewComment(
  github: GitHub,
  { owner, repository }: PullAddress,
  { comment, body }: Required<CommentText>,
): Promise<WriteResult<unknown>> {
  return attempt(() =>
    github.request("PATCH /repos/{owner}/{repo}/pulls/comments/{comment_id}", {
      owner,
      repo: repository,
      comment_id: comment,
      body,
    }),
  );
}

/** Removes one of our comments. A missing comment counts as removed. */
export async function removeComment(
  github: GitHub,
  { owner, repository }: PullAddress,
  { what, comment }: { readonly what: "comment" | "summary"; readonly comment: number },
): Promise<WriteResult<"removed">> {
  const of = what === "comment" ? "pulls" : "issues";
  const removed = await attempt(() =>
    github.request(`DELETE /repos/{owner}/{repo}/${of}/comments/{comment_id}`, {
      owner,
      repo: repository,
      comment_id: comment,
    }),
  );
  return "refused" in removed && removed.refused.status !== 404 ? removed : { answer: "removed" };
}

/** Writes the summary comment of a review: a new one, or the existing one. */
export function postSummary(
  github: GitHub,
  { owner, repository, number }: PullAddress,
  { comment, body }: CommentText,
): Promise<WriteResult<unknown>> {
  const place = { owner, repo: repository, body };
  return attempt(() =>
    comment === undefined
      ? github.request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", { ...place, issue_number: number })
      : github.request("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", { ...place, comment_id: comment }),
  );
}

/** Resolves a thread and checks the answer: accounts that may comment are often not allowed to resolve. */
export async function resolveThread(github: GitHub, thread: string): Promise<WriteResult<"resolved">> {
  const tried = await attempt(() => github.graphql(RESOLVE_THREAD, { thread }));
  if ("refused" in tried) return tried;
  const answer = answerSchema.safeParse(tried.answer);
  if (answer.data?.resolveReviewThread?.thread?.isResolved === true) return { answer: "resolved" };
  return { refused: { status: 200, words: "GitHub answered, but the thread is not resolved" } };
}

const RESOLVE_THREAD = `mutation ResolveThread($thread: ID!) {
  resolveReviewThread(input: { threadId: $thread }) { thread { id isResolved } }
}`;

const answerSchema = z.object({
  resolveReviewThread: z.object({ thread: z.object({ isResolved: z.boolean() }).nullable() }).nullable(),
});
