/** The body of an HTTP error as OpenAI words it, in Responses as in Chat Completions. */
export function openAiError(status: number, message: string): unknown {
  return { error: { message, type: TYPES[status] ?? "server_error", param: null, code: CODES[status] ?? null } };
}

const TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "invalid_request_error",
  404: "invalid_request_error",
  429: "rate_limit_error",
};
const CODES: Readonly<Record<number, string>> = { 401: "invalid_api_key", 429: "rate_limit_exceeded" };
