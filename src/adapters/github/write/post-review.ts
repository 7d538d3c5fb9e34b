import { z } from "zod";
import type { ClusterId } from "#model/ids.ts";
import type { InlineComment, Post } from "#model/pull/publication.ts";
import type { PullAddress } from "#model/pull/pull-request.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import type { GitHub } from "../client.ts";
import { type Attempt, attempt, type Refusal } from "./attempt.ts";
import { deleteDraft } from "./delete-draft.ts";

type ReviewPost = Extract<Post, { readonly kind: "review" }>;

/** What became of a review: which comments stand, and which ones the platform did not take, in its words. */
export interface PostedReview {
  readonly posted: readonly ClusterId[];
  readonly refused: ReadonlyMap<ClusterId, string>;
}

/**
 * Posts a review with its comments, in reviews of at most 30. GitHub takes all comments of a review or none; where it
 * takes none, they are handed in one by one, so that one bad line costs the others nothing. A refusal is the answer where
 * the account may not review at all.
 */
export async function postReview(
  github: GitHub,
  address: PullAddress,
  post: ReviewPost,
): Promise<Attempt<PostedReview>> {
  const posted: ClusterId[] = [];
  const refused = new Map<ClusterId, string>();
  for (const comments of batchesOf(post.comments)) {
    const batch = { ...post, comments };
    const whole = await attempt(() => createReview(github, address, { ...batch, event: "COMMENT" }));
    if ("answer" in whole) {
      posted.push(...comments.map(({ of }) => of));
      continue;
    }
    // Only a 422 is about what the review says.
    if (whole.refused.status !== 422) return whole;
    const single = await postOneByOne({ github, address, post: batch }, whole.refused);
    if ("refused" in single) return single;
    posted.push(...single.answer.posted);
    for (const [of, words] of single.answer.refused) refused.set(of, words);
  }
  return { answer: { posted, refused } };
}

/** So many comments are taken without complaint; larger reviews are known to time out. */
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

/** Draws up a draft, adds each comment to it, and hands in what was taken. Where nothing was, nothing stays behind. */
async function postOneByOne({ github, address, post }: Draft, { words }: Refusal): Promise<Attempt<PostedReview>> {
  const { comments } = post;
  const allRefused = (why: string) => ({
    answer: { posted: [], refused: new Map(comments.map(({ of }) => [of, why])) },
  });
  // What is refused is this very comment.
  if (comments.length === 1) return allRefused(words);
  const draft = await attempt(() => createReview(github, address, post));
  if ("refused" in draft) return draft.refused.status === 422 ? allRefused(draft.refused.words) : draft;
  const posted: ClusterId[] = [];
  const refused = new Map<ClusterId, string>();
  for (const comment of comments) {
    const why = await addThread(github, draft.answer.node_id, comment);
    if (why === undefined) posted.push(comment.of);
    else refused.set(comment.of, why);
  }
  const { id } = draft.answer;
  const handedIn = posted.length === 0 ? undefined : await attempt(() => submit(github, address, id));
  if (handedIn !== undefined && "answer" in handedIn) return { answer: { posted, refused } };
  await deleteDraft(github, address, id);
  if (handedIn === undefined) return { answer: { posted, refused } };
  return handedIn.refused.status === 422 ? allRefused(handedIn.refused.words) : handedIn;
}

/** Adds a comment to a draft; says why it was not taken. */
async function addThread(github: GitHub, review: string, comment: InlineComment): Promise<string | undefined> {
  const { path, body, line, side, startLine, startSide } = comment;
  const input = omitUndefined({ pullRequestReviewId: review, path, body, line, side, startLine, startSide });
  const added = await attempt(async () => addedSchema.parse(await github.graphql(ADD_THREAD, { input })));
  if ("refused" in added) return added.refused.words;
  const { thread } = added.answer.addPullRequestReviewThread;
  // GitHub is known to answer so, without an error, for a line that is not in the diff.
  return thread === null
    ? "no thread was made, and no reason given; the lines are probably not in the diff"
    : undefined;
}

/** Adds one comment to a draft. */
export const ADD_THREAD = `mutation AddThread($input: AddPullRequestReviewThreadInput!) {
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
