import type { AgentFailure } from "#model/agent/agent-event.ts";
import { fieldsOf } from "../agent/json-line.ts";
import { failureKind } from "../failure-kind.ts";

/** Why a request failed, and whether it may be made again. */
export interface RequestFailure extends AgentFailure {
  readonly status?: number;
  readonly isRetryable: boolean;
}

const MAX_MESSAGE = 500;

/** What an error of a request means. Its text never holds the key. */
export function judgeError(error: unknown, apiKey: string | undefined): RequestFailure {
  const cause = errorInside(innermost(error));
  const { statusCode, responseHeaders, responseBody } = fieldsOf(cause);
  const status = typeof statusCode === "number" ? statusCode : undefined;
  const body = typeof responseBody === "string" ? responseBody.slice(0, MAX_BODY) : "";
  const said = isUnreadable(cause) ? "its answer is not one of the protocol" : messageOf(cause);
  const kind = isUnreadable(cause) ? "garbage" : failureKind(`${said} ${body}`, status);
  const message = maskKey(status === undefined ? said : `${said} (${status})`, apiKey).slice(0, MAX_MESSAGE);
  return {
    ok: false,
    kind,
    message: message.trim() === "" ? "the request failed without a reason" : message,
    isRetryable: kind === "overload" || kind === "server" || kind === "garbage",
    status,
    waitSeconds: waitOf(fieldsOf(responseHeaders)),
  };
}

/** The same text without the key. */
export function maskKey(text: string, apiKey: string | undefined): string {
  return apiKey === undefined || apiKey.length < MIN_KEY_LENGTH ? text : text.replaceAll(apiKey, "[key]");
}

const MIN_KEY_LENGTH = 6;
const MAX_BODY = 4000;

/** Errors wrap each other: the one that knows the status or has the system's code counts. */
function innermost(error: unknown): unknown {
  let current = error;
  for (let depth = 0; depth < 5; depth += 1) {
    const { statusCode, cause } = fieldsOf(current);
    if (typeof statusCode === "number" && statusCode >= 400) return current;
    if (typeof cause !== "object" || cause === null || isUnreadable(current)) return current;
    current = cause;
  }
  return current;
}

/** A message about an error that the SDK does not understand in all its parts is still one about an error. */
function errorInside(error: unknown): unknown {
  const value = isUnreadable(error) ? fieldsOf(fieldsOf(error)["value"]) : {};
  const inner = fieldsOf(value["error"] ?? fieldsOf(value["response"])["error"]);
  return typeof inner["message"] === "string" ? inner : error;
}

/** What came is no answer of the protocol. */
function isUnreadable(error: unknown): boolean {
  const { name } = fieldsOf(error);
  return typeof name === "string" && /JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody/.test(name);
}

function messageOf(error: unknown): string {
  const { message, code } = fieldsOf(error);
  const text = typeof message === "string" ? message : typeof error === "string" ? error : "";
  return typeof code === "string" && !text.includes(code) ? `${text} ${code}`.trim() : text;
}

/** Seconds that the server asks to wait: a number, or a date. */
function waitOf(headers: Readonly<Record<string, unknown>>): number | undefined {
  const milliseconds = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds / 1000;
  const value = headers["retry-after"];
  if (typeof value !== "string" || value.length > 100) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds : undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
