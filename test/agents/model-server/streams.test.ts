import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asObject, asObjects, asText } from "./json.ts";
import type { ModelServer } from "./model-server.ts";
import { startModelServer } from "./model-server.ts";
import { eventsOf, post, PROTOCOL_NAMES } from "./wire-client.ts";

const big = "0123456789abcdef😀".repeat(290_000);
let server: ModelServer;
beforeAll(async () => {
  const calls = ["a", "b"].map((path) => ({ tool: "exact", name: "look", input: { path } }) as const);
  server = await startModelServer({
    scenarios: {
      full: { steps: [{ reasoning: "I think. ".repeat(9), text: ["First block. ".repeat(9), "Second."], calls }] },
      big: { steps: [{ text: big }] },
      slow: { steps: [{ text: "A few words, slowly, one piece after the other." }], chunkMs: 1 },
    },
  });
});
afterAll(() => server.close());

const streamed = async (scenario: string, protocol: (typeof PROTOCOL_NAMES)[number]) =>
  eventsOf(await (await post(server.url(scenario), protocol, { stream: true })).text());

const joined = (values: readonly unknown[]): string => values.map(asText).join("");

describe("a streamed answer", () => {
  test("anthropic: blocks open, grow and close one after the other; the message tells its end", async () => {
    const events = (await streamed("full", "anthropic")).map(asObject);
    const opened = events.filter(({ type }) => type === "content_block_start");
    const deltas = events.filter(({ type }) => type === "content_block_delta");
    const of = (index: number, field: string): string =>
      joined(deltas.filter((event) => event.index === index).map(({ delta }) => asObject(delta)[field]));
    expect(opened.map((event) => asObject(event.content_block).type)).toEqual([
      "thinking",
      "text",
      "text",
      "tool_use",
      "tool_use",
    ]);
    expect(of(0, "thinking")).toBe("I think. ".repeat(9));
    expect(of(1, "text")).toBe("First block. ".repeat(9));
    expect([of(3, "partial_json"), of(4, "partial_json")]).toEqual(['{"path":"a"}', '{"path":"b"}']);
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: "tool_use" }, usage: { output_tokens: 34 } });
    expect(events.at(-1)).toEqual({ type: "message_stop" });
  });

  test("responses: every item is announced, grows and is done; the last event holds the whole", async () => {
    const events = (await streamed("full", "responses")).map(asObject);
    const done = events.filter(({ type }) => type === "response.output_item.done").map(({ item }) => asObject(item));
    const deltas = events.filter(({ type }) => type === "response.output_text.delta");
    expect(done.map(({ type }) => type)).toEqual(["reasoning", "message", "message", "function_call", "function_call"]);
    expect(joined(deltas.map(({ delta }) => delta))).toBe(`${"First block. ".repeat(9)}Second.`);
    expect(new Set(done.map((item) => item.call_id ?? item.id)).size).toBe(5);
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index));
    expect(asObject(events.at(-1)?.response).output).toEqual(done);
  });

  test("chat: deltas make the text and the arguments; tokens and the end marker follow", async () => {
    const events = await streamed("full", "chat");
    const choices = events.flatMap((event) => asObjects(asObject(event).choices));
    const deltas = choices.map(({ delta }) => asObject(delta));
    const calls = deltas.flatMap(({ tool_calls: parts }) => asObjects(parts));
    const argumentsOf = (index: number): string =>
      joined(calls.filter((call) => call.index === index).map((call) => asObject(call.function).arguments));
    expect(joined(deltas.map(({ content }) => content))).toBe(`${"First block. ".repeat(9)}Second.`);
    expect([argumentsOf(0), argumentsOf(1)]).toEqual(['{"path":"a"}', '{"path":"b"}']);
    expect(choices.at(-1)?.finish_reason).toBe("tool_calls");
    expect(asObject(events.at(-2)).usage).toMatchObject({ prompt_tokens: 1400, completion_tokens: 34 });
    expect(events.at(-1)).toBe("[DONE]");
  });

  test("gemini: parts come one by one; the last piece has the reason and the tokens", async () => {
    const events = (await streamed("full", "gemini")).map(asObject);
    const candidates = events.flatMap(({ candidates: list }) => asObjects(list));
    const parts = candidates.flatMap(({ content }) => asObjects(asObject(content).parts));
    expect(joined(parts.filter(({ thought }) => thought !== true).map(({ text }) => text))).toBe(
      `${"First block. ".repeat(9)}Second.`,
    );
    expect(parts.flatMap(({ functionCall }) => asObject(functionCall).args ?? [])).toEqual([
      { path: "a" },
      { path: "b" },
    ]);
    expect(candidates.at(-1)?.finishReason).toBe("STOP");
    expect(events.at(-1)?.usageMetadata).toMatchObject({ totalTokenCount: 1434, thoughtsTokenCount: 8 });
  });

  test.each(PROTOCOL_NAMES)("%s: five megabytes arrive complete, and no character is torn", async (protocol) => {
    const stream = await (await post(server.url("big"), protocol, { stream: true })).text();
    expect(Buffer.byteLength(big)).toBeGreaterThan(5_000_000);
    expect(stream.includes("\\ud")).toBe(false);
    // The deltas, and with Responses four more times: the text, its part, its item and the response when each is done.
    const times = protocol === "responses" ? 5 : 1;
    expect(stream.split("😀").length - 1).toBe(times * 290_000);
  });

  test("a slow stream says the same as a fast one", async () => {
    const events = (await streamed("slow", "gemini")).map(asObject);
    expect(JSON.stringify(events)).toContain("A few words");
    expect(events.length).toBeGreaterThan(2);
  });
});
