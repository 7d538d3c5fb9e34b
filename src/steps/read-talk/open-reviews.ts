import { bearsMarker } from "#grammar/marker.ts";
import type { PullRequest, PullReview } from "#model/pull/pull-request.ts";
import { type Cleaner, type FoundFeedback, saidBy } from "./found-feedback.ts";

/** Reviews that request changes and whose author has neither approved nor been dismissed since. */
export function openReviews({ reviews, author, head }: PullRequest, clean: Cleaner): FoundFeedback[] {
  const last = new Map<string, PullReview>();
  for (const review of reviews.toSorted((a, b) => timeOf(a) - timeOf(b))) {
    if (review.author.login === author.login || bearsMarker(review)) continue;
    if (DECIDES.includes(review.state)) last.set(review.author.login, review);
  }
  return [...last.values()]
    .filter(({ state }) => state === "changes-requested")
    .map((review) => {
      const { author: reviewer, body, url, commit } = review;
      const isOfHead = commit === head.commit;
      return {
        isDemand: true,
        feedback: {
          kind: "review",
          ...saidBy(
            reviewer,
            { body: body.trim() === "" ? "Asks for changes, without words of its own." : body, url },
            clean,
          ),
          state: isOfHead ? "not-acted-on" : "unknown",
          because: isOfHead
            ? "it asks for changes, and nothing was pushed since"
            : "it asks for changes; there are newer commits, and it has not been withdrawn",
        },
      };
    });
}

/** A review that only comments changes nothing. */
const DECIDES: readonly PullReview["state"][] = ["approved", "changes-requested", "dismissed"];

function timeOf({ at }: PullReview): number {
  const time = Date.parse(at ?? "");
  return Number.isNaN(time) ? 0 : time;
}
