import type { GitHub } from "#adapters/github/client.ts";
import { readThreadComments } from "#adapters/github/read/graph/finish-threads.ts";
import { type WriteResult, attempt, type Refusal } from "#adapters/github/write/attempt.ts";
import { editReviewComment, removeComment, postSummary, resolveThread } from "#adapters/github/write/edit-comments.ts";
import { postReview } from "#adapters/github/write/post-review.ts";
import { isSarifThere, uploadSarif } from "#adapters/github/write/upload-sarif.ts";
import { findUnfinished, postCheck } from "#adapters/github/write/write-check.ts";
import { isOwnPost } from "#grammar/marker.ts";
import type { Post, Publication, PublicationPart } from "#model/pull/publication.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import type { Closed, Posted } from "./posted.ts";
import type { SarifLog, SarifPost } from "./sarif-log.ts";

/** What posting needs. */
export interface PublishingTools {
  readonly github: GitHub;
  readonly pull: PullRequest;
  readonly posted: Posted;
  readonly renderSarif: (post: SarifPost) => Promise<SarifLog>;
}

export function partOf(post: Post): PublicationPart {
  if (post.kind === "remove") return post.what === "summary" ? "summary" : "review";
  return post.kind === "edit" || post.kind === "resolve" ? "review" : post.kind;
}

/** Sends one post and records the result. Records a refusal and continues; throws a `LostWrite` for an unknown result. */
export async function carryOut(post: Post, { github, pull, posted, renderSarif }: PublishingTools): Promise<void> {
  const { address } = pull;
  // If GitHub refused one post of a part, it refuses them all; one message is enough.
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
      if (recordRefusal(done, (words) => posted.unedited.set(post.comment, words)) !== undefined)
        posted.edited.add(post.comment);
      return;
    }
    case "resolve": {
      const done = await resolveThread(github, post.thread);
      if (recordRefusal(done, (words) => posted.refusals.resolves.set(post.thread, words)) !== undefined)
        posted.resolved.add(post.thread);
      return;
    }
    case "remove": {
      const done = await removeComment(github, address, post);
      if (recordRefusal(done, (words) => posted.unremoved.set(post.comment, words)) !== undefined)
        posted.removed.add(post.comment);
      return;
    }
    case "summary": {
      const done = await postSummary(github, address, post);
      if (recordRefusal(done, (words) => posted.closed.set("summary", { kind: "not-allowed", words })) !== undefined)
        posted.summary = post.comment === undefined ? "posted" : "edited";
      return;
    }
    case "check": {
      const done = await postCheck(github, address, { post, checks: pull.checks });
      if (recordRefusal(done, (words) => posted.closed.set("check", { kind: "not-allowed", words })) !== undefined)
        posted.check = "posted";
      return;
    }
    case "sarif": {
      const done = await uploadSarif(github, address, { ...post, ...(await renderSarif(post)) });
      const state = recordRefusal(done, (words) => posted.closed.set("sarif", { kind: "not-allowed", words }));
      if (state !== undefined) posted.sarif = state === "uploaded" ? "posted" : "there";
      return;
    }
  }
}

/** Reads a thread again before changing it: if somebody has replied meanwhile, it is left alone. */
async function isLate(post: Post, { github, posted }: Pick<PublishingTools, "github" | "posted">): Promise<boolean> {
  const { thread } = "thread" in post ? post : {};
  if (thread === undefined || thread === "" || !("of" in post)) return false;
  const comments = await attempt(() => readThreadComments(github, thread));
  const why =
    "refused" in comments
      ? `it could not be read again: ${comments.refused.words}`
      : comments.answer
          .filter((comment) => !isOwnPost(comment))
          .map(({ author }) => `${author.login} replied meanwhile`)[0];
  if (why !== undefined) posted.late.set(thread, { of: post.of, why });
  return why !== undefined;
}

/** A refusal of a review that has no comment yet is temporary. */
function closedBy({ status, words }: Refusal): Closed {
  return { kind: status === 422 || status === 200 ? "not-now" : "not-allowed", words };
}

/** The answer. Undefined after a refusal, whose words go to `note`. */
function recordRefusal<T>(result: WriteResult<T>, note: (words: string) => void): NonNullable<T> | undefined {
  if ("refused" in result) {
    note(result.refused.words);
    return undefined;
  }
  return result.answer ?? undefined;
}

/** The plan as `carryOut` would send it: without a SARIF log that is already there, and with the check run it would use. */
export async function planAsSent(plan: Publication, tools: Omit<PublishingTools, "posted">): Promise<Publication> {
  const posts: Post[] = [];
  for (const post of plan.posts) {
    if (post.kind === "sarif" && (await isLogThere(post, tools))) continue;
    posts.push(post.kind === "check" ? withCheckRun(post, tools.pull) : post);
  }
  return { ...plan, posts };
}

async function isLogThere(
  post: SarifPost,
  { github, pull, renderSarif }: Omit<PublishingTools, "posted">,
): Promise<boolean> {
  if (!github.hasToken) return false;
  const known = await isSarifThere(github, pull.address, { ...post, ...(await renderSarif(post)) });
  return "answer" in known && known.answer;
}

function withCheckRun(post: Extract<Post, { readonly kind: "check" }>, { checks }: PullRequest): Post {
  const { id: planned, ...fresh } = post;
  const unfinished = planned === undefined ? undefined : findUnfinished(post, checks);
  return unfinished === undefined ? fresh : { ...fresh, id: unfinished.id };
}
