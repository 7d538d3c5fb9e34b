import type { Feedback } from "#model/pull/conversation.ts";
import type { Actor } from "#model/pull/pull-request.ts";

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
  return { text: cutText(clean(body, author), MAX_TEXT) || cutText(body, MAX_TEXT), url };
}

/** The text up to a length, never within a pair of surrogates. */
export function cutText(text: string, most: number): string {
  const whole = text.trim();
  return whole.length <= most ? whole : `${whole.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

const MAX_TEXT = 2000;
