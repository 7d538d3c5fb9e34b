import type { Feedback } from "#model/pull/conversation.ts";
import type { Actor } from "#model/pull/pull-request.ts";

/** Feedback, and whether it was given as a demand: a review that asks for changes. */
export interface FoundFeedback {
  readonly feedback: Feedback;
  readonly isDemand: boolean;
}

/** What of feedback follows from who said it and where. */
export function saidBy({ login, isBot }: Actor, { body, url }: { readonly body: string; readonly url: string }) {
  return { author: login, isBot, text: cutText(body, MOST_TEXT), url };
}

/** The text up to a length, never within a pair of surrogates. */
export function cutText(text: string, most: number): string {
  const whole = text.trim();
  return whole.length <= most ? whole : `${whole.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

const MOST_TEXT = 2000;
