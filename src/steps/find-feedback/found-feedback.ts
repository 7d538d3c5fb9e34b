import type { Feedback } from "#model/pull/conversation.ts";
import type { Actor } from "#model/pull/pull-request.ts";
import { truncate } from "#util/words.ts";

/** Feedback, and whether it is a review that requests changes. */
export interface FoundFeedback {
  readonly feedback: Feedback;
  readonly isDemand: boolean;
}

/** Strips what a program wraps around somebody's words. */
export type Cleaner = (body: string, author: Actor) => string;

interface PostText {
  readonly body: string;
  readonly url: string;
}

/** The fields of feedback that follow from its author and origin. */
export function feedbackFrom(author: Actor, said: PostText, clean: Cleaner) {
  return { author: author.login, isBot: author.isBot, ...quoteOf(author, said, clean) };
}

/** The text and the link. If cleaning leaves nothing, the original text is kept. */
export function quoteOf(author: Actor, { body, url }: PostText, clean: Cleaner) {
  return { text: truncate(clean(body, author).trim() || body.trim(), MAX_TEXT), url };
}

const MAX_TEXT = 2000;
