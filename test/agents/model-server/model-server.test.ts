import { afterEach, describe, expect, test } from "vitest";
import type { ModelServer } from "./model-server.ts";
import { startModelServer } from "./model-server.ts";
import type { Fault, Scenario } from "./scenario.ts";
import { heard, post, PROTOCOL_NAMES } from "./wire-client.ts";

const servers: ModelServer[] = [];
const serve = async (script: Scenario): Promise<ModelServer> => {
  const server = await startModelServer({ scenarios: { play: script } });
  servers.push(server);
  return server;
};
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const faulty = (...faults: readonly Fault[]): Scenario => ({ steps: [{ text: "All is well. ".repeat(40) }], faults });

describe("steps", () => {
  test.each(PROTOCOL_NAMES)("%s: an answer has reasoning, text, calls, tokens and the model", async (protocol) => {
    const step = {
      reasoning: "Let me see.",
      text: ["One. ", "Two."],
      calls: [{ tool: "exact", name: "look", input: { path: "a" } }],
    } as const;
    const server = await serve({ steps: [step], usage: { output: 50 } });
    const answer = heard(protocol, await (await post(server.url("play"), protocol)).json());
    expect(answer).toMatchObject({ model: "model-a", text: "One. Two.", reasoning: "Let me see.", tokens: [1400, 50] });
    expect(answer.calls).toEqual([{ name: "look", input: { path: "a" } }]);
  });

  test.each(PROTOCOL_NAMES)(
    "%s: the step follows from the turns in the request, not from its order",
    async (protocol) => {
      const server = await serve({
        steps: [{ text: "first", repeat: 2 }, { text: "second" }, () => ({ text: "third" })],
      });
      const asked = async (turns: number): Promise<string> => {
        const results = Array.from({ length: turns }, () => "a result");
        return heard(protocol, await (await post(server.url("play"), protocol, { results })).json()).text;
      };
      expect(await Promise.all([3, 0, 2, 1, 9, 0].map(asked))).toEqual([
        "third",
        "first",
        "second",
        "first",
        "third",
        "first",
      ]);
    },
  );

  test.each(PROTOCOL_NAMES)("%s: another model can answer than was asked for", async (protocol) => {
    const server = await serve({ steps: [{ text: "x" }], model: "model-b" });
    expect(heard(protocol, await (await post(server.url("play"), protocol)).json()).model).toBe("model-b");
  });

  test.each([
    ["anthropic", "refusal"],
    ["responses", "refusal"],
    ["chat", "content_filter"],
    ["gemini", "SAFETY"],
  ] as const)("%s: a refusal ends with %s", async (protocol, stop) => {
    const server = await serve({ steps: [{ refusal: "I will not." }] });
    expect(heard(protocol, await (await post(server.url("play"), protocol)).json())).toMatchObject({ stop, text: "" });
    expect(await (await post(server.url("play"), protocol, { stream: true })).text()).toContain(stop);
  });

  test.each(PROTOCOL_NAMES)("%s: an empty answer is complete and empty", async (protocol) => {
    const server = await serve({ steps: [{}] });
    expect(heard(protocol, await (await post(server.url("play"), protocol)).json())).toMatchObject({
      text: "",
      calls: [],
    });
    expect((await post(server.url("play"), protocol, { stream: true })).status).toBe(200);
  });

  test("a request without tools is a side request, unless the scenario expects none", async () => {
    const server = await serve({ steps: [{ text: "the review" }], sideText: "a title" });
    server.set("bare", { steps: [{ text: "the review" }], toolless: true });
    const asked = async (name: string): Promise<string> =>
      heard("chat", await (await post(server.url(name), "chat", { tools: {} })).json()).text;
    expect(await asked("play")).toBe("a title");
    expect(await asked("bare")).toBe("the review");
    expect(server.requests().map(({ answer }) => answer.kind)).toEqual(["side", "step"]);
  });

  test("a structured answer goes through the client's own tool for it when there is one", async () => {
    const server = await serve({ steps: [{ json: { findings: [] } }] });
    const plain = heard("anthropic", await (await post(server.url("play"), "anthropic")).json());
    const tools = { StructuredOutput: ["findings"] };
    const tool = heard("anthropic", await (await post(server.url("play"), "anthropic", { tools })).json());
    expect(plain.text).toBe('{"findings":[]}');
    expect(tool.calls).toEqual([{ name: "StructuredOutput", input: { findings: [] } }]);
  });
});

describe("faults", () => {
  test.each(PROTOCOL_NAMES)("%s: an overload is over after the given number of times", async (protocol) => {
    const server = await serve(faulty({ kind: "status", status: 429, retryAfter: 3, times: 2 }));
    const answers = [];
    for (let n = 0; n < 3; n += 1) answers.push(await post(server.url("play"), protocol));
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 200]);
    expect(answers[0]?.headers.get("retry-after")).toBe("3");
    expect(JSON.stringify(await answers[0]?.json())).toMatch(/rate_limit|RESOURCE_EXHAUSTED/);
  });

  test("a fault without a number lasts for ever, and a fault can wait for its step", async () => {
    const server = await serve({
      steps: [{ text: "a" }, { text: "b" }],
      faults: [{ kind: "status", status: 500, step: 1 }],
    });
    const status = async (...results: string[]): Promise<number> =>
      (await post(server.url("play"), "chat", { results })).status;
    expect([await status(), await status("r"), await status("r"), await status()]).toEqual([200, 500, 500, 200]);
  });

  test.each(PROTOCOL_NAMES)("%s: a cut stream begins well and never ends", async (protocol) => {
    const server = await serve(faulty({ kind: "cut" }));
    const response = await post(server.url("play"), protocol, { stream: true });
    let text = "";
    const reading = (async () => {
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
    })();
    await expect(reading).rejects.toThrow();
    expect(text).toContain("All is well.");
    expect(server.requests("play")[0]?.answer).toMatchObject({ kind: "fault", what: "cut", end: "broken-off" });
  });

  test.each(PROTOCOL_NAMES)("%s: garbage is neither JSON nor a stream", async (protocol) => {
    const server = await serve(faulty({ kind: "garbage", at: "start" }));
    const response = await post(server.url("play"), protocol);
    expect(response.status).toBe(200);
    await expect(response.json()).rejects.toThrow();
    expect(await (await post(server.url("play"), protocol, { stream: true })).text()).not.toMatch(/^data: /m);
  });

  test.each(PROTOCOL_NAMES)("%s: an error can come in the middle of a stream", async (protocol) => {
    const server = await serve(faulty({ kind: "error-event", message: "out of order" }));
    const stream = await (await post(server.url("play"), protocol, { stream: true })).text();
    expect(stream).toMatch(/All is well[^]*out of order/);
  });

  test("a connection can be reset before a word is said", async () => {
    const server = await serve(faulty({ kind: "reset" }));
    await expect(post(server.url("play"), "chat")).rejects.toThrow();
  });

  test("a hang gives nothing, or headers only, or half an answer; closing the server ends it", async () => {
    const server = await serve(
      faulty(
        { kind: "hang", at: "start", times: 1 },
        { kind: "hang", at: "headers", times: 1 },
        { kind: "hang", at: "middle" },
      ),
    );
    const silent = post(server.url("play"), "chat").then(
      () => "answered",
      () => "ended",
    );
    await expect.poll(() => server.requests("play").length).toBe(1);
    const headers = await post(server.url("play"), "chat", { stream: true });
    const middle = await post(server.url("play"), "chat", { stream: true });
    const first = await middle.body?.getReader().read();
    expect(headers.status).toBe(200);
    expect(Buffer.from(first?.value ?? []).toString()).toContain("data: ");
    expect(server.requests("play").map(({ answer }) => answer.end)).toEqual([undefined, undefined, undefined]);
    await server.close();
    expect(await silent).toBe("ended");
  });

  test("a client that gives up is in the log", async () => {
    const server = await serve({ steps: [{ text: "late" }], delayMs: 60_000 });
    const controller = new AbortController();
    const request = fetch(`${server.url("play")}/v1/messages`, {
      method: "POST",
      body: JSON.stringify({ tools: [{ name: "look" }], messages: [] }),
      signal: controller.signal,
    });
    await expect.poll(() => server.requests("play").length).toBe(1);
    controller.abort();
    await expect(request).rejects.toThrow();
    await expect.poll(() => server.requests("play")[0]?.answer.end).toBe("client-closed");
  });
});

describe("the log", () => {
  test.each(PROTOCOL_NAMES)("%s: tool results are kept byte for byte", async (protocol) => {
    const hostile = 'a "$@" \\ `x` {{y}} $(z)\n\t<script>\u0000\u2028😀 é';
    const server = await serve({ steps: [{ text: "x" }] });
    await post(server.url("play"), protocol, { results: ["first", hostile] });
    const [record] = server.requests("play");
    expect(record?.request?.toolResults).toEqual(["first", hostile]);
    expect(JSON.stringify(record?.body)).toContain(JSON.stringify(hostile));
    expect(record?.answer).toMatchObject({ kind: "step", step: 0, calls: [] });
  });

  test("an unknown scenario is a mistake that names it, and nothing to try again", async () => {
    const server = await serve({ steps: [] });
    const response = await post(server.url("plya"), "chat");
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('there is no scenario \\"plya\\"');
    expect(server.requests("plya")[0]?.answer.kind).toBe("script-error");
  });

  test("probes of the clients are answered and logged as such", async () => {
    const server = await serve({ steps: [] });
    const status = async (method: string, path: string): Promise<number> =>
      (await fetch(server.url("play") + path, { method })).status;
    expect(await status("HEAD", "/")).toBe(200);
    expect(await status("GET", "/v1/responses")).toBe(426);
    expect(await status("POST", "/v1/messages/count_tokens")).toBe(200);
    expect(await status("GET", "/elsewhere")).toBe(404);
    expect(server.requests("play").map(({ answer }) => answer.kind)).toEqual(["probe", "probe", "probe", "probe"]);
  });
});
