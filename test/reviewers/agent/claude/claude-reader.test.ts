import { describe, expect, test } from "vitest";
import type { AgentEvent } from "#model/agent/agent-event.ts";
import { createClaudeReader } from "#reviewers/agent/claude/claude-reader.ts";
import { blocksOf } from "../contract/replay.ts";

const delta = (text: string): object => ({
  type: "stream_event",
  event: { type: "content_block_delta", delta: { type: "text_delta", text } },
});
const start = { type: "stream_event", event: { type: "message_start", message: { model: "opus" } } };
const stop = (more: object = {}): object => ({ type: "stream_event", event: { type: "message_stop" }, ...more });
const says = (...content: object[]): object => ({ type: "assistant", message: { model: "opus", content } });
const text = (words: string): object => ({ type: "text", text: words });
const result = (fields: object = {}): object => ({ type: "result", subtype: "success", is_error: false, ...fields });

function read(...lines: object[]): AgentEvent[] {
  const reader = createClaudeReader();
  return lines.flatMap((line) => reader.line(JSON.stringify(line)));
}

function endOf(lines: object[], exit: object = {}): object {
  const reader = createClaudeReader();
  for (const line of lines) reader.line(JSON.stringify(line));
  return reader.end({ code: 0, signal: null, complaint: "", ...exit });
}

const check = (lines: object[], blocks: string[]): void => expect(blocksOf(read(...lines))).toEqual(blocks);

describe("text", () => {
  test("what came in pieces is not told again when the block is whole", () =>
    check([start, delta("one "), delta("two"), says(text("one two")), stop()], ["one two"]));

  test("the rest of a block is told when the pieces did not come to its end", () =>
    check([start, delta("one "), says(text("one two"))], ["one two"]));

  test("a block that came without pieces is told", () =>
    check([says(text("whole"), text("again"))], ["whole", "again"]));

  test("a block that differs from its pieces replaces them", () =>
    check([start, delta("half a thou"), says(text("quite another answer"))], ["quite another answer"]));

  test("a block that its stream broke off is void once it is said again, in whatever words", () => {
    const broken = [start, delta("The bug is"), stop({ abandoned_blocks: { from_block_index: 0 } })];
    check([...broken, start, delta("There is a bug"), says(text("There is a bug"))], ["There is a bug"]);
    check(broken, ["The bug is"]);
  });

  test("a block that its stream broke off stays when a tool call follows in its place", () =>
    check(
      [
        start,
        delta("I will"),
        start,
        says({ type: "tool_use", id: "t", name: "Read", input: {} }),
        says(text("Done.")),
      ],
      ["I will", "Done."],
    ));

  test("a message about an error in the form of an answer is not part of the review", () =>
    check([{ ...says(text("API Error")), is_api_error_message: true }], []));

  test("what a helper of the agent says is not part of the review", () =>
    check([{ ...says(text("a helper's words")), parent_tool_use_id: "t1" }], []));
});

describe("tools", () => {
  const call = (name: string, input: object): object => says({ type: "tool_use", id: "t", name, input });
  const answer = (block: object, more: object = {}): object => ({
    type: "user",
    message: { content: [{ type: "tool_result", tool_use_id: "t", ...block }] },
    ...more,
  });
  const last = (...lines: object[]): AgentEvent | undefined => read(...lines).at(-1);

  test("lines that were asked for are told", () => {
    expect(last(call("Read", { file_path: "/a", offset: 5, limit: 3 }))).toMatchObject({ lines: { start: 5, end: 7 } });
    expect(last(call("Read", { file_path: "/a" }))).toMatchObject({ lines: undefined });
  });

  test("a file that was shown only in part is told with the lines that were shown", () => {
    const file = { startLine: 1, numLines: 2000, totalLines: 9000 };
    const shown = answer({ content: "1\ta" }, { tool_use_result: { type: "text", file } });
    expect(last(call("Read", { file_path: "/a" }), shown)).toMatchObject({
      state: "done",
      lines: { start: 1, end: 2000 },
    });
  });

  test("output in parts is one text", () => {
    const parts = [{ type: "text", text: "a" }, { type: "image" }, { type: "text", text: "b" }];
    expect(last(call("Grep", { pattern: "x" }), answer({ content: parts }))).toMatchObject({ output: "a\n\nb" });
  });

  test.each([
    ["denied", "Error: No such tool available: Bash", {}],
    ["denied", "Permission to use Read has been denied because", {}],
    ["denied", "no", { tool_result_meta: [{ id: "t", permission_decision: { decision: "reject" } }] }],
    [
      "failed",
      "File does not exist.",
      { tool_result_meta: [{ id: "other", permission_decision: { decision: "reject" } }] },
    ],
  ])("a call is %s when it is told: %s", (state, content, more) => {
    expect(last(call("Read", {}), answer({ content, is_error: true }, more))).toMatchObject({ state });
  });
});

describe("the end", () => {
  const spoken = says(text("Fine."));

  test.each([
    ["a result that is no error, after some text", [spoken, result()], {}],
    ["the same, whatever its subtype is called", [spoken, result({ subtype: "new_name" })], {}],
  ])("it went well: %s", (_, lines, exit) => expect(endOf(lines, exit)).toEqual({ ok: true }));

  test.each([
    ["crash", [spoken], { code: 0 }],
    ["crash", [spoken, result(), spoken], {}],
    ["crash", [spoken, result()], { code: 143 }],
    ["crash", [spoken, result({ is_error: "no" })], {}],
    ["empty", [says(text(" \n")), result()], {}],
    ["refusal", [spoken, result({ stop_reason: "refusal" })], {}],
    ["login", [result({ is_error: true, result: "Not logged in · Please run /login" })], { code: 1 }],
    ["login", [result({ is_error: true, api_error_status: 403, result: "overloaded" })], { code: 1 }],
    ["overload", [result({ is_error: true, api_error_status: 529 })], { code: 1 }],
    ["overload", [result({ is_error: true, result: "Claude AI usage limit reached|1700000000" })], { code: 1 }],
    ["limit", [result({ is_error: true, subtype: "error_max_turns" })], { code: 1 }],
    ["limit", [result({ is_error: true, api_error_status: 400, result: "Prompt is too long" })], { code: 1 }],
    ["budget", [result({ is_error: true, subtype: "error_max_budget_usd" })], { code: 1 }],
    ["budget", [result({ is_error: true, result: "Credit balance is too low" })], { code: 1 }],
    ["garbage", [], { code: 0 }],
    ["crash", [], { code: 1, complaint: "error: unknown option '--restricted'" }],
  ])("it did not go well: %s (%#)", (kind, lines, exit) =>
    expect(endOf(lines, exit)).toMatchObject({ ok: false, kind }),
  );

  test("its own words are told, on one line and not at length", () => {
    const { message } = endOf([result({ is_error: true, result: `a\nb ${"c".repeat(5000)}` })]) as { message: string };
    expect(message).toMatch(/^a b c+…$/);
    expect(message.length).toBeLessThan(700);
  });

  test("how long to wait is told only where the server said so", () => {
    const retry = (ms: number): object => ({
      type: "system",
      subtype: "api_retry",
      error_status: 429,
      retry_delay_ms: ms,
    });
    const refused = result({ is_error: true, api_error_status: 429 });
    expect(endOf([retry(7000), refused])).toMatchObject({ waitSeconds: 7 });
    expect(endOf([retry(617), refused])).toMatchObject({ waitSeconds: undefined });
  });
});

describe("usage", () => {
  const usage = (lines: object[]): unknown => read(...lines).findLast((event) => event.type === "usage");

  test("what older versions give as zero is not taken for a figure", () => {
    const begun = {
      type: "message_start",
      message: { usage: { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 1 } },
    };
    const none = { usage: { input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 }, total_cost_usd: 0 };
    expect(usage([{ type: "stream_event", event: begun }, result(none)])).toEqual({
      type: "usage",
      usage: { inputTokens: 15, cachedTokens: 5, outputTokens: 1 },
    });
  });

  test("calls on the side are counted", () => {
    const modelUsage = { opus: { inputTokens: 10, outputTokens: 2 }, haiku: { inputTokens: 3, outputTokens: 1 } };
    expect(usage([result({ modelUsage, usage: { input_tokens: 10, output_tokens: 2 }, total_cost_usd: 0.5 })])).toEqual(
      {
        type: "usage",
        usage: { inputTokens: 13, outputTokens: 3, costUsd: 0.5 },
      },
    );
  });
});
