import type { FailureKind } from "#model/agent/agent-event.ts";

/** What kind of failure a status and an error's words tell of. Words count where no status is known. */
export function failureKind(text: string, status?: number): FailureKind {
  const kind = status === undefined ? undefined : kindOfStatus(status);
  if (kind !== undefined && kind !== "crash") return kind;
  const words = text.slice(0, MOST_WORDS).toLowerCase();
  return SIGNS.find(([, sign]) => sign.test(words))?.[0] ?? kind ?? "crash";
}

const MOST_WORDS = 4000;

function kindOfStatus(status: number): FailureKind | undefined {
  if (status === 401 || status === 403) return "login";
  if (status === 402) return "budget";
  if (status === 429 || status === 529) return "overload";
  if (status === 413) return "limit";
  if (status === 408 || (status >= 500 && status <= 599)) return "server";
  return status >= 400 && status <= 499 ? "crash" : undefined;
}

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
