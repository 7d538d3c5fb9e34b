import type { FailureKind } from "#model/agent/agent-event.ts";
import { kindOfStatus } from "./agent/kind-of-status.ts";

/** What kind of failure a status and an error's words tell of. Words count where no status is known. */
export function failureKind(text: string, status?: number): FailureKind {
  const words = text.slice(0, MAX_WORDS).toLowerCase();
  const kind = status === 408 ? "server" : kindOfStatus(status);
  // Some say 503 for too many requests.
  if (kind === "server" && words.includes("overloaded")) return "overload";
  return kind ?? SIGNS.find(([, sign]) => sign.test(words))?.[0] ?? "crash";
}

const MAX_WORDS = 4000;

// The first that fits counts: a quota error may speak of a plan's billing, an overload of the server.
const SIGNS: readonly (readonly [FailureKind, RegExp])[] = [
  ["limit", /too long|context.?length|context.?window|maximum context|token limit|max(?:imum)?.{0,20}turns|too large/],
  ["overload", /\b(?:429|529)\b|rate.?limit|overloaded|quota|too many requests|resource.?exhausted/],
  ["budget", /\b402\b|billing|insufficient (?:credit|funds|balance)|credit balance|payment required|spend limit/],
  [
    "login",
    /\b(?:401|403)\b|api.?key|unauthori[sz]ed|unauthenticated|authenticat|not (?:logged|signed) in|log ?in|sign in|forbidden|permission.?denied/,
  ],
  ["refusal", /content.?(?:filter|policy)|safety|refus|prohibited|blocked/],
  [
    "server",
    /\b5\d\d\b|server error|internal error|unavailable|network|socket|econn|enotfound|eai_again|epipe|fetch failed|connect|timed? ?out|terminated|stream|aborted|hang up/,
  ],
];
