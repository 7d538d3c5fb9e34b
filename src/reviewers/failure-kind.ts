import type { AgentFailure, FailureKind } from "#model/agent/agent-event.ts";

/** The kind of failure that a status and an error message indicate. The message counts if the status means nothing. */
export function failureKind(message: string, status?: number): FailureKind {
  const text = message.slice(0, MAX_TEXT).toLowerCase();
  const kind = status === 408 ? "server" : kindOfStatus(status);
  // Some servers send 503 for too many requests.
  if (kind === "server" && text.includes("overloaded")) return "overload";
  return kind ?? PATTERNS.find(([, pattern]) => pattern.test(text))?.[0] ?? "crash";
}

const MAX_TEXT = 4000;

// The first match counts: a quota error may mention billing, an overload the server.
const PATTERNS: readonly (readonly [FailureKind, RegExp])[] = [
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

/** The kind of failure behind an HTTP status; undefined if the status does not tell. */
export function kindOfStatus(status: number | undefined): FailureKind | undefined {
  if (status === undefined) return undefined;
  if (status === 401 || status === 403) return "login";
  if (status === 402) return "budget";
  if (status === 413) return "limit";
  if (status === 429 || status === 529) return "overload";
  return status >= 500 && status < 600 ? "server" : undefined;
}

/** The seconds that an error message asks to wait: `try again in 2 hours 5 minutes`, `Please retry in 1.3s`. */
export function secondsToWait(message: string): number | undefined {
  const at = message.search(/(?:try again|retry) (?:in|after) /i);
  if (at === -1) return undefined;
  const text = message.slice(at, at + 80);
  const parts = UNITS.flatMap(([pattern, seconds]) => {
    const count = pattern.exec(text)?.[1];
    return count === undefined ? [] : [Number(count) * seconds];
  });
  return parts.length === 0 ? undefined : Math.ceil(parts.reduce((sum, part) => sum + part, 0));
}

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/(\d{1,6}(?:\.\d{1,6})?) ?(?:seconds?|secs?|s)\b/i, 1],
  [/(\d{1,6}) ?(?:minutes?|mins?|m)\b/i, 60],
  [/(\d{1,6}) ?(?:hours?|hrs?|h)\b/i, 3600],
  [/(\d{1,6}) ?(?:days?|d)\b/i, 86_400],
];

/** The failure of a run that ended cleanly without any text. */
export const NO_TEXT: AgentFailure = {
  ok: false,
  kind: "empty",
  message: "It ended without an error, but wrote nothing.",
};

/** The message for a process that ended without giving a reason. */
export function describeExit({
  code,
  signal,
}: {
  readonly code: number | null;
  readonly signal: string | null;
}): string {
  return `It ended without a result (${signal ?? `exit code ${code}`}).`;
}
