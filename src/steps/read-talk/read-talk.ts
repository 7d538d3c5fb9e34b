import { bearsMarker } from "#grammar/marker.ts";
import type { Conversation, Feedback } from "#model/pull/conversation.ts";
import type { PullRequest, PullThread } from "#model/pull/pull-request.ts";
import type { Cleaner } from "./found-feedback.ts";
import { openAsks } from "./open-asks.ts";
import { openReviews } from "./open-reviews.ts";
import { openThreads, type ThreadFacts } from "./open-threads.ts";
import { statedLimits } from "./stated-limits.ts";

/** Open feedback in a pull request, and the limits that its author states. */
export interface Talk extends Pick<Conversation, "feedback" | "resolved" | "statedLimits"> {
  /** The number of open items beyond the limit. */
  readonly unlisted: number;
}

/** Determines for each open request whether the reviewed commit acts on it. */
export function findOpenFeedback(
  pull: PullRequest,
  facts: ReadonlyMap<PullThread, ThreadFacts>,
  clean: Cleaner = (body) => body,
): Talk {
  const found = [...openReviews(pull, clean), ...openThreads(pull, facts, clean), ...openAsks(pull, clean)];
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
  return first !== undefined && bearsMarker(first);
}

const STATES: readonly Feedback["state"][] = ["not-acted-on", "unknown", "acted-on"];

/**
 * Requests for changes come before other people's feedback, people before programs; among these, first what nothing
 * was done about.
 */
function rankOf({ isBot, state }: Feedback, isDemand: boolean): number {
  return (isDemand ? 0 : isBot ? 2 : 1) * STATES.length + STATES.indexOf(state);
}
