import type { Feedback } from "#model/pull/conversation.ts";
import type { Actor } from "#model/pull/pull-request.ts";
import { truncate } from "#util/words.ts";

/** Feedback, and whether it was given as a demand: a review that asks for changes. */
export interface FoundFeedback {
  readonly feedback: Feedback;
  readonly isDemand: boolean;
}

/** What somebody says, without what a program wraps around it. */
export type Cleaner = (body: string, author: Actor) => string;

interface Said {
  readonly body: string;
  readonly url: string;
}

/** What of feedback follows from who said it and where. */
export function saidBy(author: Actor, said: Said, clean: Cleaner) {
  return { author: author.login, isBot: author.isBot, ...quoteOf(author, said, clean) };
}

/** The words and the link. Where nothing is left but dress, it is better than nothing. */
export function quoteOf(author: Actor, { body, url }: Said, clean: Cleaner) {
  return { text: truncate(clean(body, author).trim() || body.trim(), MAX_TEXT), url };
}

const MAX_TEXT = 2000;
