import type { Conversation } from "./conversation.ts";

/** The amount of open feedback on a pull request, and the number of threads whose state is unknown. */
export interface FeedbackCount {
  readonly open: number;
  /** Of the open ones. */
  readonly notActedOn: number;
  /** Threads that may be open or resolved. */
  readonly unsure: number;
}

/** Counts the feedback on a pull request. Without a token we cannot know which threads are resolved. */
export function countFeedback({ feedback }: Pick<Conversation, "feedback">): FeedbackCount {
  const open = feedback.filter(({ isMaybeResolved }) => isMaybeResolved !== true);
  return {
    open: open.length,
    notActedOn: open.filter(({ state }) => state !== "acted-on").length,
    unsure: feedback.length - open.length,
  };
}
