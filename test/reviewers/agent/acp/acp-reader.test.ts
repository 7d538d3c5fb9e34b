import { describe, expect, test } from "vitest";
import type { AgentEvent } from "#model/agent/agent-event.ts";
import type { AgentAdapter, AgentJob, AgentReader } from "#reviewers/agent/agent-adapter.ts";
import { createAcpAdapter } from "#reviewers/agent/acp/create-acp-adapter.ts";
import { jobFor } from "../contract/plan-clauses.ts";

const copilot = createAcpAdapter({ id: "copilot", name: "Copilot", family: "github", command: ["copilot", "--acp"] });
const DESK = "/places/desk";
const EXIT = { code: 0, signal: null, complaint: "" };

/** A reader that has been told of the session, and what it has said so far. */
function openSession(session: object = {}, changes: Partial<AgentJob> = {}, adapter: AgentAdapter = copilot) {
  const reader = adapter.createReader(jobFor(adapter, changes));
  const say = (message: object): AgentEvent[] => [...reader.line(JSON.stringify({ jsonrpc: "2.0", ...message }))];
  say({ id: 0, result: { protocolVersion: 1 } });
  return { reader, say, opened: say({ id: 1, result: { sessionId: "s", ...session } }) };
}

const sent = (events: readonly AgentEvent[]): readonly Record<string, unknown>[] =>
  events.flatMap((event) => (event.type === "send" ? [JSON.parse(event.text) as Record<string, unknown>] : []));
const update = (fields: object): object => ({ method: "session/update", params: { sessionId: "s", update: fields } });
const chunk = (text: string): object =>
  update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });

function ask(reader: AgentReader, toolCall: object): { readonly events: AgentEvent[]; readonly answer: unknown } {
  const options = ["allow_always", "allow_once", "reject_once"].map((kind) => ({
    optionId: `o-${kind}`,
    kind,
    name: kind,
  }));
  const params = { sessionId: "s", toolCall: { toolCallId: "t", ...toolCall }, options };
  const request = { jsonrpc: "2.0", id: "q1", method: "session/request_permission", params };
  const events = [...reader.line(JSON.stringify(request))];
  const [message] = sent(events);
  return { events, answer: message?.["result"] };
}

const ALLOWED = { outcome: { outcome: "selected", optionId: "o-allow_once" } };
const REJECTED = { outcome: { outcome: "selected", optionId: "o-reject_once" } };

describe("the talk", () => {
  test("it offers neither files nor a terminal", () => {
    const { stdin, keepsStdin, command, args } = copilot.plan(jobFor(copilot));
    expect(JSON.parse(stdin)).toMatchObject({
      method: "initialize",
      params: {
        protocolVersion: 1,
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
      },
    });
    expect({ keepsStdin, command, args }).toEqual({ keepsStdin: true, command: "/programs/copilot", args: ["--acp"] });
  });

  test("it works at the desk, without servers of anybody", () => {
    const reader = copilot.createReader(jobFor(copilot));
    const events = reader.line('{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"version":"3.1"}}}');
    expect(events[0]).toEqual({ type: "begin", version: "3.1" });
    expect(sent(events)).toMatchObject([{ method: "session/new", params: { cwd: DESK, mcpServers: [] } }]);
  });

  test("another version of the protocol is not spoken to", () => {
    const reader = copilot.createReader(jobFor(copilot));
    expect(reader.line('{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2}}')).toEqual([{ type: "close" }]);
    expect(reader.end(EXIT)).toMatchObject({ kind: "garbage", message: expect.stringContaining("version 2") });
  });

  test("its input is closed when it has answered", () => {
    const { reader, say } = openSession();
    say(chunk("Fine."));
    expect(say({ id: 2, result: { stopReason: "end_turn" } })).toEqual([{ type: "text:end" }, { type: "close" }]);
    expect(reader.end({ code: null, signal: "SIGTERM", complaint: "" })).toEqual({ ok: true });
  });

  test.each([
    ["refusal", "refusal"],
    ["max_tokens", "limit"],
    ["max_turn_requests", "limit"],
    ["cancelled", "crash"],
    ["tired", "garbage"],
  ])('a turn that stops for "%s" is a failure: %s', (stopReason, kind) => {
    const { reader, say } = openSession();
    say(chunk("Half of"));
    say({ id: 2, result: { stopReason } });
    expect(reader.end(EXIT)).toMatchObject({ ok: false, kind });
  });

  test("an agent that wants a login is one that is not signed in", () => {
    const reader = copilot.createReader(jobFor(copilot));
    reader.line('{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}');
    reader.line('{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Please do something first"}}');
    expect(reader.end(EXIT)).toMatchObject({ kind: "login" });
  });

  test("what it asks of us besides permission is answered with a no", () => {
    const { reader } = openSession();
    const request = { jsonrpc: "2.0", id: 9, method: "fs/read_text_file", params: { path: "/etc/passwd" } };
    expect(sent(reader.line(JSON.stringify(request)))).toMatchObject([{ id: 9, error: { code: -32601 } }]);
  });

  test("a program that prints something else is told apart from one that crashed", () => {
    const reader = copilot.createReader(jobFor(copilot));
    for (let line = 0; line < 100; line += 1) reader.line("Welcome!");
    expect(reader.end({ code: 1, signal: null, complaint: "" })).toMatchObject({ kind: "garbage" });
    expect(copilot.createReader(jobFor(copilot)).end({ code: 1, signal: null, complaint: "" })).toMatchObject({
      kind: "crash",
    });
  });
});

describe("what is set before the prompt", () => {
  const configOptions = [
    { id: "model", category: "model", currentValue: "small", options: [{ value: "small" }, { value: "big" }] },
    { id: "effort", category: "thought_level", currentValue: "low", options: [{ value: "low" }, { value: "high" }] },
  ];

  test("model and effort, where they are offered, one after the other", () => {
    const { say, opened } = openSession({ configOptions }, { model: "big", effort: "high" });
    expect(sent(opened)).toMatchObject([
      { id: 2, method: "session/set_config_option", params: { configId: "model", value: "big" } },
    ]);
    expect(sent(say({ id: 2, result: { configOptions } }))).toMatchObject([
      { id: 3, method: "session/set_config_option", params: { configId: "effort", value: "high" } },
    ]);
    expect(sent(say({ id: 3, result: { configOptions } }))).toMatchObject([{ method: "session/prompt" }]);
  });

  test("what is so already is not set", () => {
    const { opened } = openSession({ configOptions }, { model: "small", effort: "low" });
    expect(sent(opened)).toMatchObject([{ method: "session/prompt" }]);
  });

  test("a model that is not offered ends the run, and the others are named", () => {
    const { reader, opened } = openSession({ configOptions }, { model: "huge" });
    expect(opened).toEqual([{ type: "close" }]);
    expect(reader.end(EXIT)).toMatchObject({ ok: false, message: expect.stringContaining("small, big") });
  });

  test("a model that cannot be chosen ends the run", () => {
    const { reader } = openSession({}, { model: "huge" });
    expect(reader.end(EXIT)).toMatchObject({ ok: false, message: expect.stringContaining("huge") });
  });

  test("a list of models is chosen from by its own method", () => {
    const { opened } = openSession({ models: { availableModels: [{ modelId: "big" }] } }, { model: "big" });
    expect(sent(opened)).toMatchObject([{ method: "session/set_model", params: { modelId: "big" } }]);
  });

  test("an effort that is not taken is told, and the run goes on", () => {
    const { opened } = openSession({}, { effort: "high" });
    expect(opened[0]).toMatchObject({ type: "oddity" });
    expect(sent(opened)).toMatchObject([{ method: "session/prompt" }]);
  });

  test("a read-only mode is chosen where there is one, and must be had", () => {
    const modes = { currentModeId: "agent", availableModes: [{ id: "agent" }, { id: "read-only" }] };
    const { reader, say, opened } = openSession({ modes });
    expect(sent(opened)).toMatchObject([{ method: "session/set_mode", params: { modeId: "read-only" } }]);
    expect(say({ id: 2, error: { code: -32603, message: "no" } })).toEqual([{ type: "close" }]);
    expect(reader.end(EXIT)).toMatchObject({ ok: false, message: expect.stringContaining("mode could not be set") });
  });
});

describe("permission", () => {
  test.each([
    [{ kind: "read", locations: [{ path: `${DESK}/code/a.ts` }] }, ALLOWED],
    [{ kind: "read", rawInput: { path: "code/a.ts" } }, ALLOWED],
    [{ kind: "search", rawInput: { pattern: "x" } }, ALLOWED],
    [{ kind: "search", rawInput: { pattern: "x", path: "/etc" } }, REJECTED],
    [{ kind: "search", rawInput: { pattern: "../../**" } }, REJECTED],
    [{ kind: "search", rawInput: { pattern: "x", paths: ["/etc"] } }, REJECTED],
    [{ kind: "read", locations: [{ path: `${DESK}/../home/.ssh/id` }] }, REJECTED],
    [{ kind: "read", locations: [{ path: `${DESK}-other/a` }] }, REJECTED],
    [{ kind: "read", locations: [{ path: "~/.ssh/id_rsa" }] }, REJECTED],
    [{ kind: "read", locations: [{ path: `${DESK}/code/a.ts` }, { path: "/etc/passwd" }] }, REJECTED],
    [{ kind: "read" }, REJECTED],
    [{ kind: "edit", locations: [{ path: `${DESK}/code/a.ts` }] }, REJECTED],
    [{ kind: "execute", rawInput: { command: "cat code/a.ts" } }, REJECTED],
    [{ kind: "fetch", rawInput: { url: "http://127.0.0.1/" } }, REJECTED],
    [{}, REJECTED],
  ])("%j", (toolCall, answer) => {
    const { reader } = openSession();
    expect(ask(reader, toolCall).answer).toEqual(answer);
  });

  test("a refused call is told once, as denied, whatever the agent says of it later", () => {
    const { reader, say } = openSession();
    const { events } = ask(reader, { kind: "execute", title: "rm", rawInput: { command: "rm -r code" } });
    expect(events[0]).toMatchObject({ type: "tool", action: "run", state: "denied", detail: "rm -r code" });
    expect(say(update({ sessionUpdate: "tool_call_update", toolCallId: "t", status: "failed" }))).toEqual([]);
  });

  test("an agent that ends without a word after a refusal is said to have done so", () => {
    const { reader, say } = openSession();
    ask(reader, { kind: "edit", title: "write" });
    say({ id: 2, result: { stopReason: "end_turn" } });
    expect(reader.end(EXIT)).toMatchObject({ kind: "empty", message: expect.stringContaining("refused") });
  });

  test("without a way to say no the turn is cancelled", () => {
    const { reader } = openSession();
    const params = {
      sessionId: "s",
      toolCall: { toolCallId: "t", kind: "edit" },
      options: [{ optionId: "y", kind: "allow_once" }],
    };
    const events = reader.line(JSON.stringify({ jsonrpc: "2.0", id: 5, method: "session/request_permission", params }));
    expect(sent(events)).toMatchObject([{ id: 5, result: { outcome: { outcome: "cancelled" } } }]);
  });
});

describe("what it did", () => {
  test("a range that is counted from an unknown number claims only the lines that are sure", () => {
    const { say } = openSession();
    const rawInput = { file_path: "code/a.ts", offset: 10, limit: 5 };
    const call = { sessionUpdate: "tool_call", toolCallId: "t", kind: "read", status: "completed", rawInput };
    expect(say(update(call))).toMatchObject([{ paths: ["code/a.ts"], lines: { start: 11, end: 14 } }]);
  });

  test("what came from the cache and what was thought is counted among the rest", () => {
    const { say } = openSession();
    const usage = { inputTokens: 100, cachedReadTokens: 20, outputTokens: 10, thoughtTokens: 5 };
    expect(say({ id: 2, result: { stopReason: "end_turn", usage } })).toContainEqual({
      type: "usage",
      usage: { inputTokens: 120, cachedTokens: 20, outputTokens: 15, reasoningTokens: 5 },
    });
  });
});
