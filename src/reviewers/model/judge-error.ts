import type { AgentFailure } from "#model/agent/agent-event.ts";
import { fieldsOf } from "../agent/json-line.ts";
import { failureKind } from "../failure-kind.ts";

/** Why a request failed, and whether it may be made again. */
export interface RequestFailure extends AgentFailure {
  readonly status?: number;
  readonly isRetryable: boolean;
}

const MAX_MESSAGE = 500;

/** What an error of a request means. The message never contains the key. */
export function requestFailure(error: unknown, apiKey: string | undefined): RequestFailure {
  const cause = errorInside(innermost(error));
  const { statusCode, responseHeaders, responseBody } = fieldsOf(cause);
  const status = typeof statusCode === "number" ? statusCode : undefined;
  const body = typeof responseBody === "string" ? responseBody.slice(0, MAX_BODY) : "";
  const text = isUnreadable(cause) ? "its answer does not follow the protocol" : messageOf(cause);
  const kind = isUnreadable(cause) ? "garbage" : failureKind(`${text} ${body}`, status);
  const message = maskKey(status === undefined ? text : `${text} (${status})`, apiKey).slice(0, MAX_MESSAGE);
  return {
    ok: false,
    kind,
    message: message.trim() === "" ? "the request failed without a reason" : message,
    isRetryable: kind === "overload" || kind === "server" || kind === "garbage",
    status,
    waitSeconds: waitOf(fieldsOf(responseHeaders)),
  };
}

/** The text with the key masked. */
export function maskKey(text: string, apiKey: string | undefined): string {
  return apiKey === undefined || apiKey.length < MIN_KEY_LENGTH ? text : text.replaceAll(apiKey, "[key]");
}

const MIN_KEY_LENGTH = 6;
const MAX_BODY = 4000;

/** Errors wrap each other. The one with the status or the system's error code counts. */
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

/** The error inside a message that the SDK could not validate. */
function errorInside(error: unknown): unknown {
  const value = isUnreadable(error) ? fieldsOf(fieldsOf(error)["value"]) : {};
  const inner = fieldsOf(value["error"] ?? fieldsOf(value["response"])["error"]);
  return typeof inner["message"] === "string" ? inner : error;
}

function isUnreadable(error: unknown): boolean {
  const { name } = fieldsOf(error);
  return typeof name === "string" && /JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody/.test(name);
}

function messageOf(error: unknown): string {
  const { message, code } = fieldsOf(error);
  const text = typeof message === "string" ? message : typeof error === "string" ? error : "";
  return typeof code === "string" && !text.includes(code) ? `${text} ${code}`.trim() : text;
}

/** The seconds that the server asks to wait, given as a number or a date. */
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
