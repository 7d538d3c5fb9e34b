import { describe, expect, test } from "vitest";
import type { AgentEnd, AgentEvent } from "#model/agent/agent-event.ts";
import { createOpencodeReader } from "#reviewers/agent/opencode/opencode-reader.ts";

const read = (...values: readonly object[]): AgentEvent[] => {
  const reader = createOpencodeReader();
  return values.flatMap((value) => reader.line(JSON.stringify(value)));
};
const tool = (state: object, name = "read"): AgentEvent | undefined =>
  read({ type: "tool_use", part: { type: "tool", tool: name, callID: "c", state } })[0];
const display = (fields: object): object => ({ metadata: { display: { type: "file", ...fields } } });

/** How a run ends after an error. */
function endOf(name: string, data: object): AgentEnd {
  const reader = createOpencodeReader();
  reader.line(JSON.stringify({ type: "error", error: { name, data } }));
  return reader.end({ code: 1, signal: null, complaint: "" });
}

describe("what opencode was shown", () => {
  const input = { filePath: "/desk/a", offset: 2, limit: 500 };

  test("the lines of a part, and their text", () => {
    const shown = display({ text: "+x", lineStart: 2, lineEnd: 90, totalLines: 200, truncated: true });
    expect(tool({ status: "completed", input, output: "<content>\n2: +x", ...shown })).toEqual({
      type: "tool",
      id: "c",
      name: "read",
      action: "read",
      state: "done",
      paths: ["/desk/a"],
      lines: { start: 2, end: 90 },
      output: "+x",
    });
  });

  test("a whole file has no range, the end of one has", () => {
    const whole = display({ lineStart: 1, lineEnd: 9, totalLines: 9, truncated: false });
    expect(tool({ status: "completed", input, output: "x", ...whole })).toMatchObject({ lines: undefined });
    const end = display({ lineStart: 5, lineEnd: 9, totalLines: 9, truncated: false });
    expect(tool({ status: "completed", input, output: "x", ...end })).toMatchObject({ lines: { start: 5, end: 9 } });
  });

  test("a folder that is read is listed", () => {
    const folder = { metadata: { display: { type: "directory", entries: ["a"] } } };
    expect(tool({ status: "completed", input, output: "a", ...folder })).toMatchObject({ action: "list" });
  });

  test("lines that were shortened are told of", () => {
    const state = { status: "completed", input, output: "1: xx... (line truncated to 2000 chars)" };
    const events = read({ type: "tool_use", part: { tool: "read", callID: "c", state } });
    expect(events.map(({ type }) => type)).toEqual(["tool", "oddity"]);
  });

  test("what it may not do is denied, what went wrong has failed", () => {
    const denied = "The user has specified a rule which prevents you from using this specific tool call. …";
    expect(tool({ status: "error", input, error: denied })).toMatchObject({ state: "denied", output: denied });
    const unavailable = "Model tried to call unavailable tool 'invalid'. Available tools: read.";
    expect(tool({ status: "error", input: {}, error: unavailable }, "bash")).toMatchObject({
      state: "denied",
      action: "run",
    });
    expect(tool({ status: "error", input, error: "File not found: /desk/a" })).toMatchObject({ state: "failed" });
  });
});

describe("what a run of opencode used", () => {
  const step = (cost: number): object => ({
    type: "step_finish",
    part: { reason: "stop", cost, tokens: { input: 10, output: 5, reasoning: 2, cache: { read: 3, write: 1 } } },
  });

  test("is the sum of its steps", () => {
    expect(read(step(0.25), step(0.5)).at(-1)).toEqual({
      type: "usage",
      usage: { inputTokens: 28, cachedTokens: 6, outputTokens: 14, reasoningTokens: 4, costUsd: 0.75 },
    });
  });

  test("a price of nothing is an unknown price", () => {
    expect(read(step(0))[0]).toEqual({
      type: "usage",
      usage: { inputTokens: 14, cachedTokens: 3, outputTokens: 7, reasoningTokens: 2 },
    });
  });
});

describe("why a run of opencode failed", () => {
  test.each([
    ["APIError", { message: "no", statusCode: 401 }, "login"],
    ["ProviderAuthError", { message: "no" }, "login"],
    ["APIError", { message: "no", statusCode: 429 }, "overload"],
    ["APIError", { message: "no", statusCode: 529 }, "overload"],
    ["APIError", { message: "no", statusCode: 503 }, "server"],
    ["APIError", { message: "Connection reset by server", isRetryable: true }, "server"],
    ["APIError", { message: "You have no more credit", statusCode: 402 }, "budget"],
    ["APIError", { message: "no", statusCode: 429, responseBody: '{"code":"insufficient_quota"}' }, "budget"],
    ["ContextOverflowError", { message: "too long" }, "limit"],
    ["ContentFilterError", { message: "blocked by the provider's content filter" }, "refusal"],
    ["UnknownError", { message: "JSON Parse error: Unexpected identifier" }, "garbage"],
    ["UnknownError", { message: "something new" }, "crash"],
  ])("%s %o is %s", (name, data, kind) => {
    expect(endOf(name, data)).toMatchObject({ ok: false, kind });
  });

  test("an error without words has words all the same", () => {
    expect(endOf("", {})).toMatchObject({ ok: false, message: "It ended with an error." });
  });

  test("an answer that was too long for the model is a limit, one that calls tools is no end", () => {
    const after = (reason: string): AgentEnd => {
      const reader = createOpencodeReader();
      reader.line(JSON.stringify({ type: "text", part: { text: "Half" } }));
      reader.line(JSON.stringify({ type: "step_finish", part: { reason } }));
      return reader.end({ code: 0, signal: null, complaint: "" });
    };
    expect(after("length")).toMatchObject({ ok: false, kind: "limit" });
    expect(after("tool-calls")).toMatchObject({ ok: false, kind: "crash" });
    expect(after("stop")).toEqual({ ok: true });
  });
});

describe("retries in the log", () => {
  const log = (...messages: readonly string[]): AgentEvent[] => {
    const reader = createOpencodeReader();
    return messages.flatMap((message) => reader.complaint?.(`timestamp=t level=INFO run=1 ${message} a=b`) ?? []);
  };
  const [process, stream] = ["message=process", "message=stream"];

  test("a second stream for one step is a retry, with the reason that was given", () => {
    const error = 'message="stream error" providerID=x error.error="AI_APICallError: Busy."';
    expect(log(process, stream, error, stream, error, stream)).toEqual([
      { type: "retry", reason: "AI_APICallError: Busy.", attempt: 1 },
      { type: "retry", reason: "AI_APICallError: Busy.", attempt: 2 },
    ]);
    expect(log(process, stream, stream)).toEqual([{ type: "retry", reason: "The answer broke off.", attempt: 1 }]);
  });

  test("a stream for the next step is none, nor is the last failure", () => {
    expect(log(process, stream, "message=loop", process, stream)).toEqual([]);
    expect(log(process, stream, 'message="stream error" x=y')).toEqual([]);
  });
});
