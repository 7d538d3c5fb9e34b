import { z } from "zod";
import type { ClusterId } from "#model/ids.ts";
import type { InlineComment, Post } from "#model/pull/publication.ts";
import type { PullAddress } from "#model/pull/pull-request.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import type { GitHub } from "../client.ts";
import { attempt, type Refusal } from "./attempt.ts";

type ReviewPost = Extract<Post, { readonly kind: "review" }>;

/** The result of a review: the posted comments, and the refused ones with GitHub's reason. */
interface PostedReview {
  readonly posted: readonly ClusterId[];
  readonly refused: ReadonlyMap<ClusterId, string>;
  /** Why it ended early: GitHub refused the review itself, for now or for this account. */
  readonly closed?: Refusal;
}

/**
 * Posts comments in reviews of at most 30. GitHub accepts all comments of a review or none; if it accepts none, they are
 * posted one by one, so that one bad line does not affect the others. If it refuses the review itself, no comment counts
 * as refused.
 */
export async function postReview(github: GitHub, address: PullAddress, post: ReviewPost): Promise<PostedReview> {
  const posted: ClusterId[] = [];
  const refused = new Map<ClusterId, string>();
  for (const comments of batchesOf(post.comments)) {
    const batch = { ...post, comments };
    const whole = await attempt(() => createReview(github, address, { ...batch, event: "COMMENT" }));
    if ("answer" in whole) {
      posted.push(...comments.map(({ of }) => of));
      continue;
    }
    // Only a 422 may be about a comment.
    if (whole.refused.status !== 422 || comments.length === 0) return { posted, refused, closed: whole.refused };
    const single = await postOneByOne({ github, address, post: batch });
    posted.push(...single.posted);
    for (const [of, words] of single.refused) refused.set(of, words);
    if (single.closed !== undefined) return { posted, refused, closed: single.closed };
  }
  return { posted, refused };
}

/** Larger reviews are known to time out. */
const BATCH = 30;

function batchesOf(comments: readonly InlineComment[]): readonly (readonly InlineComment[])[] {
  const batches = [];
  for (let at = 0; at < comments.length; at += BATCH) batches.push(comments.slice(at, at + BATCH));
  // A review can consist of its body alone.
  return batches.length === 0 ? [[]] : batches;
}

const createdSchema = z.object({ id: z.int().positive(), node_id: z.string() });
type Created = z.infer<typeof createdSchema>;

/** Without an event the review is a draft that only we see. */
async function createReview(
  github: GitHub,
  { owner, repository, number }: PullAddress,
  { commit, body, comments, event }: ReviewPost & { readonly event?: "COMMENT" },
): Promise<Created> {
  const { data } = await github.request("POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews", {
    owner,
    repo: repository,
    pull_number: number,
    commit_id: commit,
    body,
    ...(event === undefined ? {} : { event, comments: comments.map(commentForRest) }),
  });
  return createdSchema.parse(data);
}

function commentForRest({ path, body, line, side, startLine, startSide }: InlineComment) {
  return omitUndefined({ path, body, line, side, start_line: startLine, start_side: startSide });
}

interface Draft {
  readonly github: GitHub;
  readonly address: PullAddress;
  readonly post: ReviewPost;
}

/**
 * Creates a draft, adds each comment to it, and submits it, or deletes it if GitHub accepted no comment. A draft has no
 * comments at first, so its refusal is about the review itself: it was too quick, or there is another draft.
 */
async function postOneByOne({ github, address, post }: Draft): Promise<PostedReview> {
  const draft = await attempt(() => createReview(github, address, post));
  if ("refused" in draft) return { posted: [], refused: new Map(), closed: draft.refused };
  const { id, node_id: node } = draft.answer;
  const taken = await addThreads(github, node, post.comments);
  const submitted = taken.posted.length === 0 ? undefined : await attempt(() => submit(github, address, id));
  if (submitted !== undefined && "answer" in submitted) return taken;
  await deleteDraft(github, address, id);
  return submitted === undefined ? taken : { posted: [], refused: taken.refused, closed: submitted.refused };
}

/** Adds comments to a draft until GitHub reports too many requests. */
async function addThreads(github: GitHub, review: string, comments: readonly InlineComment[]): Promise<PostedReview> {
  const posted: ClusterId[] = [];
  const refused = new Map<ClusterId, string>();
  for (const comment of comments) {
    const words = await addThread(github, review, comment);
    if (words === undefined) posted.push(comment.of);
    else if (TOO_QUICK.test(words)) return { posted, refused, closed: { status: 200, words } };
    else refused.set(comment.of, words);
  }
  return { posted, refused };
}

/** GitHub's guard against spam has no status of its own. */
const TOO_QUICK = /submitted too quickly/i;

/** Adds a comment to a draft. Returns the reason if GitHub refused it. */
async function addThread(github: GitHub, review: string, comment: InlineComment): Promise<string | undefined> {
  const { path, body, line, side, startLine, startSide } = comment;
  const input = omitUndefined({ pullRequestReviewId: review, path, body, line, side, startLine, startSide });
  const added = await attempt(async () => addedSchema.parse(await github.graphql(ADD_THREAD, { input })));
  if ("refused" in added) return added.refused.words;
  const { thread } = added.answer.addPullRequestReviewThread;
  // GitHub answers null, without an error, for a line that is not in the diff.
  return thread === null
    ? "no thread was created and no reason given; the lines are probably not in the diff"
    : undefined;
}

const ADD_THREAD = `mutation AddThread($input: AddPullRequestReviewThreadInput!) {
  addPullRequestReviewThread(input: $input) { thread { id } }
}`;

const addedSchema = z.object({
  addPullRequestReviewThread: z.object({ thread: z.object({ id: z.string() }).nullable() }),
});

function submit(github: GitHub, { owner, repository, number }: PullAddress, review: number): Promise<unknown> {
  return github.request("POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/events", {
    owner,
    repo: repository,
    pull_number: number,
    review_id: review,
    event: "COMMENT",
  });
}

/** Deletes a review that was not submitted. Returns GitHub's refusal, if any. A missing draft counts as deleted. */
export async function deleteDraft(
  github: GitHub,
  { owner, repository, number }: PullAddress,
  review: number,
): Promise<Refusal | undefined> {
  const deleted = await attempt(() =>
    github.request("DELETE /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}", {
      owner,
      repo: repository,
      pull_number: number,
      review_id: review,
    }),
  );
  return "refused" in deleted && deleted.refused.status !== 404 ? deleted.refused : undefined;
}
