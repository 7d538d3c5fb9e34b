import type { AgentFailure, FailureKind } from "#model/agent/agent-event.ts";
import type { AgentExit } from "../agent-adapter.ts";
import { oneLine, truncate } from "#util/words.ts";
import { describeExit, kindOfStatus } from "../../failure-kind.ts";

/** Why a run failed, from its last error and its exit code, which is the HTTP status modulo 256. */
export function geminiFailure(message: string | undefined, exit: AgentExit): AgentFailure {
  const reason = message ?? lastLine(exit.complaint);
  const kind = kindOf(message, exit);
  return {
    ok: false,
    kind,
    message: reason === "" ? describeExit(exit) : tidy(reason),
    waitSeconds: kind === "overload" ? waitIn(`${message ?? ""}\n${exit.complaint}`) : undefined,
  };
}

function kindOf(message: string | undefined, exit: AgentExit): FailureKind {
  // 41: no usable credentials.
  if (message === undefined) return exit.code === 41 ? "login" : "crash";
  const byMessage = MESSAGES.find(([pattern]) => pattern.test(message))?.[1];
  return byMessage ?? kindOfStatus(statusOf(message, exit)) ?? "crash";
}

/** Messages of the program and its server that are more precise than a status. */
const MESSAGES: readonly (readonly [RegExp, FailureKind])[] = [
  [/blocked due to|PROHIBITED_CONTENT|SAFETY/, "refusal"],
  [/returned an empty response|no final response text/, "empty"],
  [/exceeds the maximum number of tokens|exceeded the token limit|max session turns|Maximum session turns/i, "limit"],
  [/API key not valid|API_KEY_INVALID/, "login"],
  [/exhausted your (?:daily )?quota|RESOURCE_EXHAUSTED|request a quota increase/, "overload"],
  [/API Error: (?:terminated|fetch failed)|without a finish reason|ECONNREFUSED|ECONNRESET|socket/i, "server"],
  [/is not valid JSON/, "garbage"],
];

const STATUSES = [400, 401, 403, 429, 500, 502, 503, 504, 529];

function statusOf(message: string, { code, complaint }: AgentExit): number | undefined {
  const status = /"code":\s?(\d{3})\b/.exec(message)?.[1] ?? /\n {2}(?:status|code): (\d{3})\b/.exec(complaint)?.[1];
  return status === undefined ? STATUSES.find((one) => one % 256 === code) : Number(status);
}

/** `Suggested retry after 7s`, `"retryDelay":"7s"`, `Please retry in 26.5s`, `retryDelayMs: 7000`. */
function waitIn(text: string): number | undefined {
  const seconds = /(?:retry after |retry in |retryDelay": ?")(\d{1,6}(?:\.\d{1,6})?) ?s/i.exec(text)?.[1];
  if (seconds !== undefined) return Math.ceil(Number(seconds));
  const milliseconds = /retryDelayMs: (\d{1,9})/.exec(text)?.[1];
  return milliseconds === undefined ? undefined : Math.ceil(Number(milliseconds) / 1000);
}

/** The last line of standard error that is neither a warning nor part of a stack trace. */
function lastLine(complaint: string): string {
  const lines = complaint.split("\n").filter((line) => line.trim() !== "" && !NOISE.test(line));
  return lines.at(-1)?.trim() ?? "";
}

const NOISE = /^(?:Warning: |Approval mode |Ripgrep |Error executing tool |Attempt |\s+at |\s*[}\]])/;

/** The inner message of `[API Error: {"error":{"code":401,"message":"…"}}]`. */
function tidy(message: string): string {
  const inner = /"message":\s?"((?:[^"\\]|\\.){1,1000})"/.exec(message)?.[1];
  return truncate(oneLine(inner === undefined ? message : inner.replace(/\\(.)/g, "$1")), 600);
}
