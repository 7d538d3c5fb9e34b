import type { Conversation } from "./conversation.ts";

/** How much feedback of a pull request is open, and of how many threads that cannot be told. */
export interface FeedbackCount {
  readonly open: number;
  /** Of the open ones. */
  readonly notActedOn: number;
  /** Threads that may be open or resolved. */
  readonly unsure: number;
}

/** Counts the feedback of a pull request: without a token nobody tells which threads are resolved. */
export function countFeedback({ feedback }: Pick<Conversation, "feedback">): FeedbackCount {
  const open = feedback.filter(({ isMaybeResolved }) => isMaybeResolved !== true);
  return {
    open: open.length,
    notActedOn: open.filter(({ state }) => state !== "acted-on").length,
    unsure: feedback.length - open.length,
  };
}
