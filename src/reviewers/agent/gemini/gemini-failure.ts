import type { AgentFailure, FailureKind } from "#model/agent/agent-event.ts";
import type { AgentExit } from "../agent-adapter.ts";
import { kindOfStatus } from "../kind-of-status.ts";

/** What the stream said before it ended. */
export interface GeminiEnding {
  /** The message of the last error, where there was one. */
  readonly message: string | undefined;
  readonly exit: AgentExit;
}

/** Why a run failed, from its own words and from its exit code, which is the status of HTTP modulo 256. */
export function geminiFailure({ message, exit }: GeminiEnding): AgentFailure {
  const said = message ?? lastWords(exit.complaint);
  const waitSeconds = waitIn(`${message ?? ""}\n${exit.complaint}`);
  const kind = kindOf(message, exit);
  return {
    ok: false,
    kind,
    message: said === "" ? `It ended without a result (${howItEnded(exit)}).` : tidy(said),
    ...(kind === "overload" && waitSeconds !== undefined ? { waitSeconds } : {}),
  };
}

function kindOf(message: string | undefined, exit: AgentExit): FailureKind {
  // 41: it has no credentials that it could use.
  if (message === undefined) return exit.code === 41 ? "login" : "crash";
  const byWords = WORDS.find(([pattern]) => pattern.test(message))?.[1];
  return byWords ?? kindOfStatus(statusOf(message, exit)) ?? "crash";
}

/** Sentences of the program and of its server that say more than a status. */
const WORDS: readonly (readonly [RegExp, FailureKind])[] = [
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
  const told = /"code":\s?(\d{3})\b/.exec(message)?.[1] ?? /\n {2}(?:status|code): (\d{3})\b/.exec(complaint)?.[1];
  return told === undefined ? STATUSES.find((status) => status % 256 === code) : Number(told);
}

/** `Suggested retry after 7s`, `"retryDelay":"7s"`, `Please retry in 26.5s`, `retryDelayMs: 7000`. */
function waitIn(text: string): number | undefined {
  const seconds = /(?:retry after |retry in |retryDelay": ?")(\d{1,6}(?:\.\d{1,6})?) ?s/i.exec(text)?.[1];
  if (seconds !== undefined) return Math.ceil(Number(seconds));
  const milliseconds = /retryDelayMs: (\d{1,9})/.exec(text)?.[1];
  return milliseconds === undefined ? undefined : Math.ceil(Number(milliseconds) / 1000);
}

function howItEnded({ code, signal }: AgentExit): string {
  return signal === null ? `exit code ${code}` : signal;
}

/** The last line of standard error that is neither advice about terminals nor a line of a stack. */
function lastWords(complaint: string): string {
  const lines = complaint.split("\n").filter((line) => line.trim() !== "" && !NOISE.test(line));
  return lines.at(-1)?.trim() ?? "";
}

const NOISE = /^(?:Warning: |Approval mode |Ripgrep |Error executing tool |Attempt |\s+at |\s*[}\]])/;

/** `[API Error: {"error":{"code":401,"message":"…"}}]`, without its wrapping. */
function tidy(message: string): string {
  const inner = /"message":\s?"((?:[^"\\]|\\.){1,1000})"/.exec(message)?.[1];
  const text = inner === undefined ? message : inner.replace(/\\(.)/g, "$1");
  return text.replace(/\s+/g, " ").trim().slice(0, 600);
}
