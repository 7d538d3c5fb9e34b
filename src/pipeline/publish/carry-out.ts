import type { GitHub } from "#adapters/github/client.ts";
import { readThreadComments } from "#adapters/github/read/graph/finish-threads.ts";
import { type WriteResult, attempt, type Refusal } from "#adapters/github/write/attempt.ts";
import { editReviewComment, removeComment, postSummary, resolveThread } from "#adapters/github/write/edit-comments.ts";
import { postReview } from "#adapters/github/write/post-review.ts";
import { uploadSarif } from "#adapters/github/write/upload-sarif.ts";
import { postCheck } from "#adapters/github/write/write-check.ts";
import { isOwnPost } from "#grammar/marker.ts";
import type { Post, PublicationPart } from "#model/pull/publication.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import type { Closed, Posted } from "./posted.ts";
import type { SarifLog, SarifPost } from "./sarif-log.ts";

/** What writing needs. */
export interface PublishingTools {
  readonly github: GitHub;
  readonly pull: PullRequest;
  readonly posted: Posted;
  readonly renderSarif: (post: SarifPost) => Promise<SarifLog>;
}

/** Which part a post belongs to. */
export function partOf(post: Post): PublicationPart {
  if (post.kind === "remove") return post.what === "summary" ? "summary" : "review";
  return post.kind === "edit" || post.kind === "resolve" ? "review" : post.kind;
}

/**
 * Writes one thing and notes what became of it. Throws a `LostWrite` where nobody knows; a plain no is noted, and the rest
 * goes on.
 */
export async function carryOut(post: Post, { github, pull, posted, renderSarif }: PublishingTools): Promise<void> {
  const { address } = pull;
  // What is closed to us for one of its posts is closed for all of them, and each would be told.
  if (posted.closed.has(partOf(post))) return;
  if (await isLate(post, { github, posted })) return;
  switch (post.kind) {
    case "review": {
      const done = await postReview(github, address, post);
      for (const of of done.posted) posted.comments.add(of);
      for (const [of, words] of done.refused) posted.refusals.comments.set(of, words);
      if (done.closed !== undefined) posted.closed.set("review", closedBy(done.closed));
      return;
    }
    case "edit": {
      const done = await editReviewComment(github, address, post);
      if (took(done, (words) => posted.unedited.set(post.comment, words)) !== undefined)
        posted.edited.add(post.comment);
      return;
    }
    case "resolve": {
      const done = await resolveThread(github, post.thread);
      if (took(done, (words) => posted.refusals.resolves.set(post.thread, words)) !== undefined)
        posted.resolved.add(post.thread);
      return;
    }
    case "remove": {
      const done = await removeComment(github, address, post);
      if (took(done, (words) => posted.unremoved.set(post.comment, words)) !== undefined)
        posted.removed.add(post.comment);
      return;
    }
    case "summary": {
      const done = await postSummary(github, address, post);
      if (took(done, (words) => posted.closed.set("summary", { kind: "not-allowed", words })) !== undefined)
        posted.summary = post.comment === undefined ? "posted" : "edited";
      return;
    }
    case "check": {
      const done = await postCheck(github, address, { post, checks: pull.checks });
      if (took(done, (words) => posted.closed.set("check", { kind: "not-allowed", words })) !== undefined)
        posted.check = "posted";
      return;
    }
    case "sarif": {
      const done = await uploadSarif(github, address, { ...post, ...(await renderSarif(post)) });
      const state = took(done, (words) => posted.closed.set("sarif", { kind: "not-allowed", words }));
      if (state !== undefined) posted.sarif = state === "uploaded" ? "posted" : "there";
      return;
    }
  }
}

/** The last look at a thread before it is changed: whoever spoke there since it was read is not talked over. */
async function isLate(post: Post, { github, posted }: Pick<PublishingTools, "github" | "posted">): Promise<boolean> {
  const { thread } = "thread" in post ? post : {};
  if (thread === undefined || thread === "" || !("of" in post)) return false;
  const talk = await attempt(() => readThreadComments(github, thread));
  const why =
    "refused" in talk
      ? `it could not be looked at again: ${talk.refused.words}`
      : talk.answer
          .filter((comment) => !isOwnPost(comment))
          .map(({ author }) => `${author.login} replied meanwhile`)[0];
  if (why !== undefined) posted.late.set(thread, { of: post.of, why });
  return why !== undefined;
}

/** A no to the content of a review that has no comment yet is about the moment. */
function closedBy({ status, words }: Refusal): Closed {
  return { kind: status === 422 || status === 200 ? "not-now" : "not-allowed", words };
}

/** The answer, or a note of the words with which it was refused. */
function took<T>(tried: WriteResult<T>, note: (words: string) => void): NonNullable<T> | undefined {
  if ("refused" in tried) {
    note(tried.refused.words);
    return undefined;
  }
  return tried.answer ?? undefined;
}
