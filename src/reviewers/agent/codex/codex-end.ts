import type { AgentEnd, FailureKind } from "#model/agent/agent-event.ts";
import type { AgentExit } from "../agent-adapter.ts";
import { oneLine, truncate } from "#util/words.ts";
import { describeExit, kindOfStatus, NO_TEXT, secondsToWait } from "../../failure-kind.ts";

/** What is known when the process has ended. */
interface CodexEnding {
  /** How the turn ended, if the last line ended it. */
  readonly turn: "completed" | "failed" | undefined;
  /** The last error that it reported. */
  readonly error: string | undefined;
  readonly hasText: boolean;
  readonly hasBegun: boolean;
  readonly exit: AgentExit;
}

/** The outcome of a run of Codex. It succeeded if its turn was completed and it exited with 0, whatever errors came before. */
export function endOfCodex({ turn, error, hasText, hasBegun, exit }: CodexEnding): AgentEnd {
  if (turn === "completed" && exit.code === 0 && exit.signal === null) {
    return hasText ? { ok: true } : NO_TEXT;
  }
  const wasKilled = exit.signal !== null || (exit.code ?? 0) > 128;
  const isUnexplained = turn === "completed" || (wasKilled && turn === undefined);
  const message = isUnexplained ? undefined : (error ?? lastError(exit.complaint));
  const kind = message === undefined ? undefined : kindOf(message);
  return {
    ok: false,
    kind: kind ?? (exit.code === 0 && !hasBegun ? "garbage" : "crash"),
    message: truncate(oneLine(message ?? describeExit(exit)), 600),
    waitSeconds: kind === "overload" ? secondsToWait(message ?? "") : undefined,
  };
}

function kindOf(message: string): FailureKind | undefined {
  if (/insufficient_quota|exceeded your current quota|out of credits|spend cap/i.test(message)) return "budget";
  const status = /\bstatus:? (\d{3})\b/.exec(message)?.[1];
  const byStatus = kindOfStatus(status === undefined ? undefined : Number(status));
  return byStatus ?? MESSAGES.find(([pattern]) => pattern.test(message))?.[1];
}

/** Messages of the program and its server that are more precise than a status. */
const MESSAGES: readonly (readonly [RegExp, FailureKind])[] = [
  [/Not logged in|log in again|sign in again|refresh token|Missing environment variable|invalid_api_key/i, "login"],
  [/usage limit|rate limit|at capacity/i, "overload"],
  [/context window|context_length|exceeds the maximum length|too long/i, "limit"],
  [/flagged|invalid_prompt|content policy|safety|violat/i, "refusal"],
  [/high demand|stream disconnected|error sending request|connection|timed? ?out|server_error|network/i, "server"],
];

/** The error on standard error of a program that did not start. */
function lastError(complaint: string): string | undefined {
  const lines = complaint.slice(-4000).split("\n");
  return lines.findLast((line) => /^(?:error|Error|Not logged in)/.test(line.trim()))?.trim();
}
