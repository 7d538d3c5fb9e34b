import type { AgentFailure, FailureKind } from "#model/agent/agent-event.ts";
import type { AgentExit } from "../agent-adapter.ts";
import { countOf, type Fields, fieldsOf, firstText, textOf } from "../json-line.ts";
import { describeExit, kindOfStatus } from "../../failure-kind.ts";
import { lookUp } from "#util/look-up.ts";
import { oneLine, truncate } from "#util/words.ts";

/** Why a run failed, from its last `error` line. */
export function errorFailure(error: Fields): AgentFailure {
  const data = fieldsOf(error["data"]);
  const name = textOf(error["name"]) ?? "";
  const message = firstText(data, ["message", "responseBody"]) ?? textOf(error["message"]) ?? name;
  const status = countOf(data["statusCode"]);
  const kind = kindOf({ name, message, body: textOf(data["responseBody"]) ?? "", status });
  const waitSeconds = kind === "overload" ? waitOf(fieldsOf(data["responseHeaders"])) : undefined;
  return { ok: false, kind, message: truncate(oneLine(message), 600) || "It ended with an error.", waitSeconds };
}

/** Why a run failed that reported no error, or whose last step did not end normally. */
export function endFailure(reason: string | undefined, exit: AgentExit): AgentFailure {
  const kind = lookUp(REASONS, reason ?? "");
  if (kind !== undefined) return { ok: false, kind, message: `The model's answer ended with "${reason}".` };
  const lastLine = exit.complaint.trim().split("\n").at(-1)?.trim().slice(0, 600) ?? "";
  const isUnknownModel = /model not found|ProviderModelNotFoundError/i.test(exit.complaint);
  return { ok: false, kind: "crash", message: isUnknownModel ? lastLine : describeExit(exit) };
}

/** Finish reasons of answers that failed. `tool-calls` is not one: after it, the next turn is missing. */
const REASONS: Readonly<Record<string, FailureKind>> = {
  "content-filter": "refusal",
  length: "limit",
  error: "server",
  other: "server",
  unknown: "server",
};

interface ReportedError {
  readonly name: string;
  readonly message: string;
  readonly body: string;
  readonly status: number | undefined;
}

function kindOf({ name, message, body, status }: ReportedError): FailureKind {
  if (name === "ProviderAuthError") return "login";
  if (name === "ContextOverflowError" || name === "MessageOutputLengthError") return "limit";
  if (
    /context_length_exceeded|maximum context length|prompt is too long|exceeds the maximum number/i.test(message + body)
  )
    return "limit";
  if (/insufficient_quota|credit balance is too low/i.test(body)) return "budget";
  if (/content.?(?:filter|policy)|refus/i.test(message)) return "refusal";
  if (/API key|unauthorized|authentication/i.test(message) && status === 400) return "login";
  const byStatus = kindOfStatus(status);
  if (byStatus !== undefined) return byStatus;
  if (/rate.?limit|overloaded|too many requests/i.test(message)) return "overload";
  if (/connect|socket|network|fetch|terminated|closed|timed? ?out|ECONN/i.test(message)) return "server";
  return /JSON|parse/i.test(message) ? "garbage" : "crash";
}

function waitOf(headers: Fields): number | undefined {
  const seconds = Number(textOf(headers["retry-after"]) ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : undefined;
}
