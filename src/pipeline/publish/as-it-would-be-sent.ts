import { isSarifThere } from "#adapters/github/write/upload-sarif.ts";
import { findUnfinished } from "#adapters/github/write/write-check.ts";
import type { Post, Publication } from "#model/pull/publication.ts";
import type { PullRequest } from "#model/pull/pull-request.ts";
import type { PublishingTools } from "./carry-out.ts";
import type { SarifPost } from "./sarif-log.ts";

/** A plan as writing goes by it: a log that is there is not sent, and a check run is made anew unless it was cut short. */
export async function asItWouldBeSent(plan: Publication, desk: Omit<PublishingTools, "posted">): Promise<Publication> {
  const posts: Post[] = [];
  for (const post of plan.posts) {
    if (post.kind === "sarif" && (await isLogThere(post, desk))) continue;
    posts.push(post.kind === "check" ? withRightRun(post, desk.pull) : post);
  }
  return { ...plan, posts };
}

/** Whether a log is there is not told by the pull request. */
async function isLogThere(
  post: SarifPost,
  { github, pull, renderSarif }: Omit<PublishingTools, "posted">,
): Promise<boolean> {
  if (!github.hasToken) return false;
  const known = await isSarifThere(github, pull.address, { ...post, ...(await renderSarif(post)) });
  return "answer" in known && known.answer;
}

function withRightRun(post: Extract<Post, { readonly kind: "check" }>, { checks }: PullRequest): Post {
  const { id: planned, ...fresh } = post;
  const unfinished = planned === undefined ? undefined : findUnfinished(post, checks);
  return unfinished === undefined ? fresh : { ...fresh, id: unfinished.id };
}
