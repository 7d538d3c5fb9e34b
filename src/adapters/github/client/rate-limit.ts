import { z } from "zod";

/** A wait that GitHub asks for. */
export interface RequestedWait {
  readonly ms: number;
  /** `hourly`: the budget of the hour is used up. `secondary`: too much at once. */
  readonly limit: "hourly" | "secondary";
}

/**
 * The wait that an answer asks for; undefined if it is not about a rate limit. Only answers after which nothing was done
 * count: a 403 or 429 that names a limit in a header or its text, or GraphQL's error for it without data.
 */
export function requestedWait(answer: RawAnswer, now = Date.now()): RequestedWait | undefined {
  if (!isLimit(answer)) return undefined;
  const { headers } = answer;
  const after = Number.parseInt(headers["retry-after"] ?? "", 10);
  if (Number.isFinite(after) && after >= 0) return { ms: after * 1000, limit: limitOf(answer) };
  const reset = Number.parseInt(headers["x-ratelimit-reset"] ?? "", 10);
  if (headers["x-ratelimit-remaining"] === "0" && Number.isFinite(reset)) {
    // Prefer GitHub's clock, since ours may be wrong. Add a second, to be after the reset.
    const clock = Date.parse(headers["date"] ?? "");
    const ms = reset * 1000 - (Number.isFinite(clock) ? clock : now) + 1000;
    return { ms: Math.max(1000, ms), limit: "hourly" };
  }
  return { ms: DEFAULT_WAIT, limit: limitOf(answer) };
}

/** The wait in GitHub's documentation for an answer without a time. */
const DEFAULT_WAIT = 60_000;

const WORDS = /secondary rate limit|abuse detection|rate limit exceeded/i;

function isLimit({ status, headers, text, json }: RawAnswer): boolean {
  if (status === 429) return true;
  if (status === 403) {
    return headers["retry-after"] !== undefined || headers["x-ratelimit-remaining"] === "0" || WORDS.test(text);
  }
  if (status !== 200) return false;
  // An answer with data may contain any text of a pull request, so only one without data is searched.
  const answer = graphErrors.safeParse(json);
  if (!answer.success || (answer.data.data ?? null) !== null) return false;
  return answer.data.errors.some(({ type, message }) => type === "RATE_LIMITED" || WORDS.test(message ?? ""));
}

const graphErrors = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.object({ type: z.string().optional(), message: z.string().optional() })).min(1),
});

function limitOf({ headers, text }: RawAnswer): RequestedWait["limit"] {
  return headers["x-ratelimit-remaining"] === "0" && !/secondary/i.test(text) ? "hourly" : "secondary";
}

/** An HTTP answer of any status. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** The text parsed as JSON; absent if it is not JSON. */
  readonly json?: unknown;
}
