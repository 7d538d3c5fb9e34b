import type { AgentEnd, AgentFailure, FailureKind } from "#model/agent/agent-event.ts";
import type { AgentExit } from "../agent-adapter.ts";
import { countOf, type Fields, textOf } from "../json-line.ts";
import { describeExit, kindOfStatus, NO_TEXT } from "../../failure-kind.ts";
import { lookUp } from "#util/look-up.ts";
import { oneLine, truncate } from "#util/words.ts";

/** What is known when the process has ended. */
interface ClaudeEnding {
  /** The last line, if it was a result. */
  readonly result: Fields | undefined;
  /** The error that it reported instead of an answer. */
  readonly error: string | undefined;
  readonly hasText: boolean;
  /** Whether any of its output was understood. */
  readonly hasBegun: boolean;
  /** How long the server last asked it to wait. */
  readonly waitSeconds: number | undefined;
  readonly exit: AgentExit;
}

/** The outcome of a run of Claude Code. `subtype: "success"` may come with `is_error: true`, so only the latter counts. */
export function endOfClaude(ending: ClaudeEnding): AgentEnd {
  const { result, exit } = ending;
  const isClean = exit.code === 0 && exit.signal === null;
  if (result?.["is_error"] === false && isClean) {
    if (result["stop_reason"] === "refusal") return failure(ending, "refusal");
    return ending.hasText ? { ok: true } : NO_TEXT;
  }
  return failure(ending, result === undefined ? kindWithoutResult(ending) : kindOfResult(result, ending));
}

function kindOfResult(result: Fields, { error, exit }: ClaudeEnding): FailureKind {
  const words = `${textOf(result["result"]) ?? ""}\n${error ?? ""}`;
  return (
    lookUp(SUBTYPES, textOf(result["subtype"]) ?? "") ??
    (result["stop_reason"] === "refusal" ? "refusal" : undefined) ??
    kindOfStatus(countOf(result["api_error_status"])) ??
    kindOfWords(words) ??
    kindOfWords(exit.complaint) ??
    "crash"
  );
}

function kindWithoutResult({ exit, hasBegun }: ClaudeEnding): FailureKind {
  if (exit.signal !== null || (exit.code ?? 0) > 128) return "crash";
  // It exits with 0 only after a result. Without one, its output was not its protocol.
  return kindOfWords(exit.complaint) ?? (exit.code === 0 && !hasBegun ? "garbage" : "crash");
}

const SUBTYPES: Readonly<Record<string, FailureKind>> = {
  error_max_turns: "limit",
  error_max_budget_usd: "budget",
};

/** Messages of the program that are more precise than a status. */
const WORDS: readonly (readonly [RegExp, FailureKind])[] = [
  [
    /Invalid API key|Not logged in|Please run \/login|authentication_(?:failed|error)|OAuth token|Failed to auth/i,
    "login",
  ],
  [/Credit balance is too low|billing_error/i, "budget"],
  [/Prompt is too long|input is too long|context (?:window|limit)|request_too_large/i, "limit"],
  [/usage limit reached|hit your (?:\w+ )?limit|rate_limit|overloaded/i, "overload"],
  [/server_error|connection_failed|Connection (?:error|to the API was lost)|ECONN|ENOTFOUND|timed out/i, "server"],
];

function kindOfWords(words: string): FailureKind | undefined {
  return WORDS.find(([pattern]) => pattern.test(words))?.[1];
}

function failure(ending: ClaudeEnding, kind: FailureKind): AgentFailure {
  const { result, exit, waitSeconds } = ending;
  const errors = Array.isArray(result?.["errors"]) ? result["errors"].filter((one) => typeof one === "string") : [];
  const messages = [textOf(result?.["result"]) ?? errors.join(" "), lastLine(exit.complaint), describeExit(exit)];
  return {
    ok: false,
    kind,
    message: truncate(oneLine(messages.find((text) => text.trim() !== "") ?? ""), 600),
    waitSeconds: kind === "overload" ? waitSeconds : undefined,
  };
}

function lastLine(complaint: string): string {
  const lines = complaint.slice(-4000).split("\n");
  return lines.findLast((line) => line.trim() !== "") ?? "";
}
