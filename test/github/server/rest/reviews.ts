import { viewPull } from "../git/pull-view.ts";
import { notFound, Refusal, unprocessable } from "../refusal.ts";
import type { ReviewEvent } from "../review-actions.ts";
import { checkLength, commentsOf, createReview, deleteReview, submitReview } from "../review-actions.ts";
import type { Place, Review, Side } from "../state.ts";
import type { Call, Handler } from "./call.ts";
import { page, pullOf, textOf, viewerOf } from "./call.ts";
import { reviewCommentShape } from "./comments.ts";
import { Shapes } from "./shapes.ts";

interface AskedComment {
  readonly path: string;
  readonly body: string;
  readonly position?: number;
  readonly line?: number;
  readonly side?: string;
  readonly start_line?: number;
  readonly start_side?: string;
}

/** Reviews of a pull request. */
export const REVIEW_ROUTES: Readonly<Record<string, Handler>> = {
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews": (call) => {
    const shown = pullOf(call).reviews.filter((review) => isShown(call, review));
    return page(
      call,
      shown.map((review) => new Shapes(call.world).review(review)),
    );
  },
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews": async (call) => {
    const pull = pullOf(call);
    const { account } = viewerOf(call);
    if (pull.state === "closed" && call.body["event"] === "APPROVE")
      throw unprocessable("Can not approve a closed pull request");
    const comments = (call.body["comments"] as readonly AskedComment[] | undefined) ?? [];
    const review = await createReview(call.world, pull, {
      author: account,
      body: textOf(call.body["body"]),
      event: call.body["event"] as ReviewEvent | undefined,
      commit: call.body["commit_id"] as string | undefined,
      comments: comments.map(readComment),
    });
    return { status: 200, body: new Shapes(call.world).review(review) };
  },
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}": (call) => ({
    status: 200,
    body: new Shapes(call.world).review(reviewOf(call)),
  }),
  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}": (call) => {
    const review = ownReview(call);
    const body = textOf(call.body["body"]);
    checkLength(body);
    review.body = body;
    return { status: 200, body: new Shapes(call.world).review(review) };
  },
  "DELETE /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}": (call) => {
    const review = ownReview(call);
    const body = new Shapes(call.world).review(review);
    deleteReview(review);
    return { status: 200, body };
  },
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/events": (call) => {
    const review = ownReview(call);
    submitReview(call.world, review, call.body["event"] as ReviewEvent, call.body["body"] as string | undefined);
    return { status: 200, body: new Shapes(call.world).review(review) };
  },
  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/dismissals": (call) => {
    const review = reviewOf(call);
    viewerOf(call);
    if (review.state !== "APPROVED" && review.state !== "CHANGES_REQUESTED") {
      throw unprocessable("Can not dismiss a commented pull request review");
    }
    review.state = "DISMISSED";
    return { status: 200, body: new Shapes(call.world).review(review) };
  },
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/comments": async (call) => {
    const review = reviewOf(call);
    await viewPull(review.pull);
    return page(call, await Promise.all(commentsOf(review).map((comment) => reviewCommentShape(call, comment))));
  },
};

/** A review that is not yet submitted is seen by its author alone. */
function isShown({ viewer }: Call, review: Review): boolean {
  return review.state !== "PENDING" || review.author === viewer?.account;
}

function reviewOf(call: Call): Review {
  const review = pullOf(call).reviews.find(({ id }) => id === Number(call.params["review_id"]));
  if (review === undefined || !isShown(call, review)) throw notFound();
  return review;
}

function ownReview(call: Call): Review {
  const { account } = viewerOf(call);
  const review = reviewOf(call);
  if (review.author !== account) throw new Refusal(403, "Only the author of a review may change it.");
  return review;
}

function readComment(asked: AskedComment): Place & { readonly body: string } {
  const { path, body, line, start_line: startLine } = asked;
  if (asked.position !== undefined) throw unprocessable("Use line and side: position is closing down");
  if (line === undefined) throw unprocessable("Line could not be resolved");
  return {
    path,
    body,
    line,
    side: sideOf(asked.side) ?? "RIGHT",
    startLine,
    ...(asked.start_side === undefined ? {} : { startSide: sideOf(asked.start_side) ?? "RIGHT" }),
  };
}

function sideOf(side: string | undefined): Side | undefined {
  if (side === undefined || side === "LEFT" || side === "RIGHT") return side;
  throw unprocessable("Side could not be resolved");
}
