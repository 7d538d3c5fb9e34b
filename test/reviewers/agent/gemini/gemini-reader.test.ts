import { describe, expect, test } from "vitest";
import type { AgentEnd, AgentEvent } from "#model/agent/agent-event.ts";
import { createGeminiReader } from "#reviewers/agent/gemini/gemini-reader.ts";

const lines = (...values: readonly object[]): AgentEvent[] => {
  const reader = createGeminiReader();
  return values.flatMap((value) => reader.line(JSON.stringify(value)));
};
const complaints = (text: string): AgentEvent[] => {
  const reader = createGeminiReader();
  return text.split("\n").flatMap((line) => reader.complaint?.(line) ?? []);
};
const use = (parameters: object): object => ({ type: "tool_use", tool_id: "1", tool_name: "read_file", parameters });
const result = (fields: object): object => ({ type: "tool_result", tool_id: "1", status: "success", ...fields });

/** How a run ends that told of an error. */
function endOf(message: string, code = 1, complaint = ""): AgentEnd {
  const reader = createGeminiReader();
  reader.line(JSON.stringify({ type: "result", status: "error", error: { type: "unknown", message }, stats: {} }));
  return reader.end({ code, signal: null, complaint });
}

describe("which lines Gemini was shown", () => {
  test("all of them, when the result says nothing else", () => {
    const events = lines(use({ file_path: "a", start_line: 1, end_line: 900 }), result({ output: "" }));
    expect(events[0]).toMatchObject({ state: "begun", lines: { start: 1, end: 900 } });
    expect(events[1]).toEqual({
      type: "tool",
      id: "1",
      name: "read_file",
      action: "read",
      state: "done",
      paths: ["a"],
    });
  });

  test("those that the result names, whatever was asked for", () => {
    const output = "Read lines 1-2000 of 9980 from a";
    expect(lines(use({ file_path: "a" }), result({ output }))[1]).toMatchObject({ lines: { start: 1, end: 2000 } });
    const asked = use({ absolute_path: "/a", offset: 10, limit: 5 });
    expect(lines(asked)[0]).toMatchObject({ paths: ["/a"], lines: { start: 11, end: 15 } });
  });

  test("none, when the file was skipped", () => {
    const output = "Skipped binary file: a";
    expect(lines(use({ file_path: "a" }), result({ output }))[1]).toMatchObject({ state: "failed", output });
  });

  test("lines that were shortened are told of", () => {
    const output = "Read all 2 lines from a (some lines were shortened)";
    expect(lines(use({ file_path: "a" }), result({ output }))[2]).toMatchObject({ type: "oddity" });
  });
});

describe("a run that goes round in circles", () => {
  test("has not gone well, though it says so", () => {
    const reader = createGeminiReader();
    const said = [
      { type: "message", role: "assistant", content: "I read on." },
      { type: "error", severity: "warning", message: "Loop detected, stopping execution" },
      { type: "result", status: "success", stats: {} },
    ];
    for (const line of said) reader.line(JSON.stringify(line));
    expect(reader.end({ code: 0, signal: null, complaint: "" })).toMatchObject({ ok: false, kind: "limit" });
  });
});

describe("retries on standard error", () => {
  test("a status without a wait", () => {
    expect(
      complaints("Attempt 1 failed with status 429. Retrying with backoff... _ApiError: {}\n  status: 429"),
    ).toEqual([{ type: "retry", reason: "retries", attempt: 1, status: 429 }]);
  });

  test("a wait that stands lines after the beginning", () => {
    const text = "Attempt 2 failed: Quota.\nSuggested retry after 7s.. Retrying after 7366ms...";
    expect(complaints(text)).toEqual([{ type: "retry", reason: "Quota", attempt: 2, waitSeconds: 7 }]);
  });

  test("the last attempt is no retry, and other words are nothing", () => {
    expect(complaints("Attempt 3 failed: x. Max attempts reached\nRetrying is fun\nWarning: y")).toEqual([]);
  });
});

describe("why a run of Gemini failed", () => {
  test.each([
    ['[API Error: {"error":{"code":401,"message":"no","status":"UNAUTHENTICATED"}}]', 145, "login"],
    ['[API Error: {"error":{"code":400,"message":"API key not valid. Please pass a valid API key."}}]', 144, "login"],
    ["[API Error: You have exhausted your daily quota on this model.]", 173, "overload"],
    ['[API Error: {"error":{"code":503,"message":"busy"}}]', 247, "server"],
    ["[API Error: busy]", 247, "server"],
    ["[API Error: fetch failed]", 1, "server"],
    ["The model response was blocked due to safety settings.", 0, "refusal"],
    ["Reached max session turns for this session.", 53, "limit"],
    ["[API Error: Unexpected token 'o', \"no\" is not valid JSON]", 1, "garbage"],
    ["[API Error: something new]", 1, "crash"],
  ])("%s with %i is %s", (message, code, kind) => {
    expect(endOf(message, code)).toMatchObject({ ok: false, kind });
  });

  test("the server's own words are its message, without their wrapping", () => {
    expect(endOf('[API Error: {"error":{"code":401,"message":"bad \\"key\\"","status":"X"}}]')).toMatchObject({
      message: 'bad "key"',
    });
  });

  test("how long to wait is told for overload only", () => {
    expect(endOf("[API Error: Busy.\nSuggested retry after 6.2s.] request a quota increase", 173)).toMatchObject({
      kind: "overload",
      waitSeconds: 7,
    });
    expect(endOf("[API Error: x]", 173, "  retryDelayMs: 26000,\n")).toMatchObject({ waitSeconds: 26 });
    expect(endOf("[API Error: x]", 244, "  retryDelayMs: 26000,\n")).toMatchObject({ waitSeconds: undefined });
  });

  test("without credentials it ends before it says anything", () => {
    const end = createGeminiReader().end({ code: 41, signal: null, complaint: "Please set an Auth method\n" });
    expect(end).toEqual({ ok: false, kind: "login", message: "Please set an Auth method" });
  });
});
