import { hasMarker } from "#grammar/marker.ts";
import type { Conversation, Feedback } from "#model/pull/conversation.ts";
import type { PullRequest, PullThread, PullReview } from "#model/pull/pull-request.ts";
import { type Cleaner, type FoundFeedback, feedbackFrom } from "./found-feedback.ts";
import { openRequests } from "./open-requests.ts";
import { openThreads, type ThreadFacts } from "./open-threads.ts";
import { statedLimits } from "./stated-limits.ts";

/** Open feedback in a pull request, and the limits that its author states. */
export interface OpenFeedback extends Pick<Conversation, "feedback" | "resolved" | "statedLimits"> {
  /** The number of open items beyond the limit. */
  readonly unlisted: number;
}

/** Determines for each open request whether the reviewed commit acts on it. */
export function findFeedback(
  pull: PullRequest,
  facts: ReadonlyMap<PullThread, ThreadFacts>,
  clean: Cleaner = (body) => body,
): OpenFeedback {
  const found = [...openReviews(pull, clean), ...openThreads(pull, facts, clean), ...openRequests(pull, clean)];
  const feedback = found.map(({ feedback: one, isDemand }) => ({ one, rank: rankOf(one, isDemand) }));
  const sorted = feedback.toSorted((a, b) => a.rank - b.rank).map(({ one }) => one);
  return {
    feedback: sorted.slice(0, MAX_LISTED),
    unlisted: Math.max(0, sorted.length - MAX_LISTED),
    resolved: pull.threads.filter((thread) => thread.isResolved === true && !isOurs(thread)).length,
    statedLimits: statedLimits(pull),
  };
}

const MAX_LISTED = 100;

function isOurs({ comments: [first] }: PullThread): boolean {
  return first !== undefined && hasMarker(first);
}

const STATES: readonly Feedback["state"][] = ["not-acted-on", "unknown", "acted-on"];

/**
 * Requests for changes come before other people's feedback, people before programs; among these, first what nothing was
 * done about.
 */
function rankOf({ isBot, state }: Feedback, isDemand: boolean): number {
  return (isDemand ? 0 : isBot ? 2 : 1) * STATES.length + STATES.indexOf(state);
}

/** Reviews that request changes and whose author has neither approved nor been dismissed since. */
function openReviews({ reviews, author, head }: PullRequest, clean: Cleaner): FoundFeedback[] {
  const last = new Map<string, PullReview>();
  for (const review of reviews.toSorted((a, b) => timeOf(a) - timeOf(b))) {
    if (review.author.login === author.login || hasMarker(review)) continue;
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
          ...feedbackFrom(
            reviewer,
            { body: body.trim() === "" ? "Requests changes, without a comment." : body, url },
            clean,
          ),
          state: isOfHead ? "not-acted-on" : "unknown",
          because: isOfHead
            ? "it requests changes, and nothing was pushed since"
            : "it requests changes; there are newer commits, and it has not been withdrawn",
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
