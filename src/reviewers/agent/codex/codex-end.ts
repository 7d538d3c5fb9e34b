import type { AgentEnd, FailureKind } from "#model/agent/agent-event.ts";
import type { AgentExit } from "../agent-adapter.ts";
import { kindOfStatus } from "../kind-of-status.ts";
import { waitIn } from "../wait-in.ts";

/** What is known when the process is gone. */
export interface CodexEnding {
  /** The last line, when it was one that ends a turn. */
  readonly turn: "completed" | "failed" | undefined;
  /** The last error that it reported. */
  readonly error: string | undefined;
  readonly hasText: boolean;
  readonly hasBegun: boolean;
  readonly exit: AgentExit;
}

/** How a run of Codex went: its turn was completed, and it left with 0. Errors before that are not the end. */
export function endOfCodex({ turn, error, hasText, hasBegun, exit }: CodexEnding): AgentEnd {
  if (turn === "completed" && exit.code === 0 && exit.signal === null) {
    return hasText ? { ok: true } : { ok: false, kind: "empty", message: "It ended well and said nothing." };
  }
  const said = turn === "completed" ? undefined : (error ?? lastError(exit.complaint));
  const wasKilled = exit.signal !== null || (exit.code ?? 0) > 128;
  const words = said === undefined || (wasKilled && turn === undefined) ? undefined : said;
  const kind = words === undefined ? undefined : kindOf(words);
  const waitSeconds = words === undefined ? undefined : waitIn(words);
  const how = exit.signal ?? `exit code ${exit.code}`;
  return {
    ok: false,
    kind: kind ?? (exit.code === 0 && !hasBegun ? "garbage" : "crash"),
    message: (words ?? `It ended without a result (${how}).`).replace(/\s+/g, " ").trim().slice(0, 600),
    ...(kind === "overload" && waitSeconds !== undefined ? { waitSeconds } : {}),
  };
}

function kindOf(words: string): FailureKind | undefined {
  if (/insufficient_quota|exceeded your current quota|out of credits|spend cap/i.test(words)) return "budget";
  const status = /\bstatus:? (\d{3})\b/.exec(words)?.[1];
  const byStatus = kindOfStatus(status === undefined ? undefined : Number(status));
  return byStatus ?? WORDS.find(([pattern]) => pattern.test(words))?.[1];
}

/** Sentences of the program and of its server that say more than a status. */
const WORDS: readonly (readonly [RegExp, FailureKind])[] = [
  [/Not logged in|log in again|sign in again|refresh token|Missing environment variable|invalid_api_key/i, "login"],
  [/usage limit|rate limit|at capacity/i, "overload"],
  [/context window|context_length|exceeds the maximum length|too long/i, "limit"],
  [/flagged|invalid_prompt|content policy|safety|violat/i, "refusal"],
  [/high demand|stream disconnected|error sending request|connection|timed? ?out|server_error|network/i, "server"],
];

/** What it says on standard error when it does not even start. */
function lastError(complaint: string): string | undefined {
  const lines = complaint.slice(-4000).split("\n");
  return lines.findLast((line) => /^(?:error|Error|Not logged in)/.test(line.trim()))?.trim();
}
