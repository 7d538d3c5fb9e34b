import { describe, expect, test } from "vitest";
import type { AgentEvent } from "#model/agent/agent-event.ts";
import { createCodexReader } from "#reviewers/agent/codex/codex-reader.ts";
import { blocksOf } from "../contract/replay.ts";

const item = (fields: object, type = "item.completed"): object => ({ type, item: { id: "item_1", ...fields } });
const message = (text: string): object => item({ type: "agent_message", text });
const failed = (words: string): object => ({ type: "turn.failed", error: { message: words } });
const begun = { type: "thread.started", thread_id: "1" };
const completed = { type: "turn.completed", usage: {} };

function read(...lines: object[]): AgentEvent[] {
  const reader = createCodexReader();
  return lines.flatMap((line) => reader.line(JSON.stringify(line)));
}

function endOf(lines: object[], exit: object = {}): object {
  const reader = createCodexReader();
  for (const line of lines) reader.line(JSON.stringify(line));
  return reader.end({ code: 0, signal: null, complaint: "", ...exit });
}

test("every message is kept, not only the last", () => {
  expect(blocksOf(read(message("one"), message("two"), message("one")))).toEqual(["one", "two", "one"]);
});

test.each([
  ["done", { status: "completed", aggregated_output: "x", exit_code: 0 }],
  ["failed", { status: "failed", aggregated_output: "x", exit_code: 2 }],
  ["denied", { status: "declined" }],
  ["denied", { status: "failed", aggregated_output: "touch: cannot touch 'a': Read-only file system\n", exit_code: 1 }],
])("a command is %s: %j", (state, fields) => {
  const command = { type: "command_execution", command: "/bin/bash -c 'cat a'", ...fields };
  expect(read(item(command, "item.started"), item(command))).toMatchObject([
    { state: "begun" },
    { state, detail: "cat a" },
  ]);
});

test("a change of files is a write, with its paths", () => {
  const changes = [
    { path: "a", kind: "add" },
    { path: "b", kind: "update" },
  ];
  const [event] = read(item({ type: "file_change", changes, status: "completed" }));
  expect(event).toMatchObject({ action: "write", paths: ["a", "b"], state: "done" });
});

test("a write that was refused is seen on standard error", () => {
  const reader = createCodexReader();
  const line = "ERROR codex_core::tools::router: error=patch rejected: writing is blocked by read-only sandbox";
  expect(reader.complaint?.(line)).toMatchObject([{ type: "tool", action: "write", state: "denied" }]);
  expect(reader.complaint?.("WARN something else")).toEqual([]);
});

describe("the end", () => {
  test("an error on the way does not matter when the turn is completed", () => {
    const notFinal = { type: "error", message: "Reconnecting... 1/5 (unexpected status 401 Unauthorized: x)" };
    expect(endOf([begun, notFinal, message("Fine."), completed])).toEqual({ ok: true });
  });

  test.each([
    ["crash", [begun, message("Fine.")], {}],
    ["crash", [begun, message("Fine."), completed, message("more")], {}],
    ["crash", [begun, message("Fine."), completed], { code: null, signal: "SIGKILL" }],
    ["crash", [begun, { type: "error", message: "stream disconnected" }], { code: null, signal: "SIGTERM" }],
    ["empty", [begun, completed], {}],
    ["login", [begun, failed("unexpected status 401 Unauthorized: your rate limit")], { code: 1 }],
    ["login", [begun, failed("Your access token could not be refreshed. Please log in again.")], { code: 1 }],
    ["login", [], { code: 1, complaint: "Error: Missing environment variable: `CODEX_API_KEY`.\n" }],
    ["overload", [begun, failed("exceeded retry limit, last status: 429 Too Many Requests")], { code: 1 }],
    ["overload", [begun, failed("You've hit your usage limit. Try again in 2 hours 5 minutes.")], { code: 1 }],
    ["overload", [begun, failed("Selected model is at capacity.")], { code: 1 }],
    ["budget", [begun, failed("status 429: insufficient_quota")], { code: 1 }],
    ["limit", [begun, failed("Codex ran out of room in the model's context window.")], { code: 1 }],
    ["refusal", [begun, failed("This content was flagged for possible biological risk.")], { code: 1 }],
    ["server", [begun, failed("stream disconnected before completion: x")], { code: 1 }],
    ["server", [begun, failed("Connection failed: error sending request")], { code: 1 }],
    ["crash", [begun, failed("something new")], { code: 1 }],
    ["garbage", [{ type: "hello" }], {}],
  ])("it did not go well: %s (%#)", (kind, lines, exit) =>
    expect(endOf(lines, exit)).toMatchObject({ ok: false, kind }),
  );

  test.each([
    ["Try again in 2 hours 5 minutes.", 7500],
    ["Please try again in 1.3s.", 2],
    ["try again in 3 days 1 hour", 262_800],
    ["Try again later.", undefined],
  ])("how long to wait: usage limit. %s", (words, waitSeconds) => {
    expect((endOf([begun, failed(`usage limit. ${words}`)], { code: 1 }) as { waitSeconds?: number }).waitSeconds).toBe(
      waitSeconds,
    );
  });
});
