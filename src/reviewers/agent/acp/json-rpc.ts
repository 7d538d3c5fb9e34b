import { type Fields, fieldsOf, textOf } from "../json-line.ts";

/** A message of the agent. */
export type RpcMessage =
  | { readonly kind: "request"; readonly id: string | number; readonly method: string; readonly params: Fields }
  | { readonly kind: "notification"; readonly method: string; readonly params: Fields }
  | { readonly kind: "result"; readonly id: string | number | null; readonly result: Fields }
  | { readonly kind: "error"; readonly id: string | number | null; readonly error: RpcError };

/** An error of JSON-RPC. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  /** Further details, as text. */
  readonly data: string;
}

/** Reads a line; undefined if it is not a message. */
export function readMessage(line: string): RpcMessage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const message = fieldsOf(value);
  const id = idOf(message["id"]);
  const method = message["method"];
  if (typeof method === "string") {
    const params = fieldsOf(message["params"]);
    return id === undefined || id === null
      ? { kind: "notification", method, params }
      : { kind: "request", id, method, params };
  }
  if (id === undefined) return undefined;
  if (typeof message["error"] === "object" && message["error"] !== null) {
    return { kind: "error", id, error: errorOf(fieldsOf(message["error"])) };
  }
  return "result" in message ? { kind: "result", id, result: fieldsOf(message["result"]) } : undefined;
}

/** Our request, as a line. */
export function requestLine(id: number, method: string, params: object): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
}

/** Our answer to a request, as a line. */
export function resultLine(id: string | number, result: object): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`;
}

/** Our refusal of an unsupported request, as a line. */
export function refusalLine(id: string | number, method: string): string {
  const error = { code: METHOD_NOT_FOUND, message: `not supported: ${method.slice(0, 100)}` };
  return `${JSON.stringify({ jsonrpc: "2.0", id, error })}\n`;
}

const METHOD_NOT_FOUND = -32601;

/** The objects of a list; none if the value is not a list. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

function idOf(value: unknown): string | number | null | undefined {
  return typeof value === "string" || typeof value === "number" || value === null ? value : undefined;
}

function errorOf({ code, message, data }: Fields): RpcError {
  return {
    code: typeof code === "number" ? code : 0,
    message: textOf(message) ?? "no reason given",
    data: data === undefined ? "" : typeof data === "string" ? data : JSON.stringify(data),
  };
}
