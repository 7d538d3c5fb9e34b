import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { AgentEnd, AgentEvent, ToolEvent } from "#model/agent/agent-event.ts";
import type { ModelJob } from "#reviewers/model/model-job.ts";
import { readModelName } from "#reviewers/model/model-name.ts";
import type { ReviewTools, ToolAnswer } from "#reviewers/model/review-tools.ts";
import { reviewWithModel } from "#reviewers/model/review-with-model.ts";
import { type ModelServer, startModelServer } from "../../agents/model-server/model-server.ts";
import type { Fault, Scenario } from "../../agents/model-server/scenario.ts";

const KEY = "key-that-must-not-be-told";
const REVIEW = "## Findings\n\n- `src/mail.ts:3` sends before the address is checked.\n";

const PROVIDERS = [
  ["anthropic", "anthropic/claude-scripted", "/v1"],
  ["openai", "openai/gpt-scripted", "/v1"],
  ["google", "google/gemini-scripted", "/v1beta"],
  ["openai-compatible", "openai-compatible/qwen-scripted", "/v1"],
] as const;

let server: ModelServer;
let scenarios = 0;

beforeAll(async () => {
  server = await startModelServer({ scenarios: {} });
});

afterAll(() => server.close());

const answer = (text: string, more: Partial<ToolAnswer> = {}): Promise<ToolAnswer> =>
  Promise.resolve({ text, paths: [], ...more });

const TOOLS: ReviewTools = {
  list: () => answer("code/src/mail.ts"),
  read: ({ path, start = 1 }) =>
    path === "missing.ts"
      ? answer("there is no file missing.ts", { isError: true })
      : answer(`${start}\tsend(to);`, { paths: [`code/${path}`], lines: { start, end: start } }),
  search: () => answer("code/src/mail.ts:3:send(to);"),
  diff: () => answer("@@ -1,1 +1,1 @@"),
  blame: () => Promise.reject(new Error("the tool itself fails")),
};

interface Run {
  readonly events: readonly AgentEvent[];
  readonly end: AgentEnd;
  readonly name: string;
}

type Changes = Partial<ModelJob> & { readonly onEvent?: (event: AgentEvent) => void };

async function run(
  [, model, version]: readonly [string, string, string],
  script: Scenario,
  changes: Changes = {},
): Promise<Run> {
  const { onEvent, ...job } = changes;
  const name = `scenario-${(scenarios += 1)}`;
  server.set(name, script);
  const named = readModelName(model);
  if (named === undefined) throw new Error(`${model} is no model`);
  const review = reviewWithModel(
    {
      model: named,
      baseUrl: server.url(name) + version,
      apiKey: KEY,
      prompt: "Read review/INSTRUCTIONS.md and do what it says.",
      retries: 2,
      signal: new AbortController().signal,
      ...job,
    },
    TOOLS,
  );
  const events: AgentEvent[] = [];
  for (;;) {
    const next = await review.next();
    if (next.done === true) {
      expect(JSON.stringify([events, next.value])).not.toContain(KEY);
      return { events, end: next.value, name };
    }
    events.push(next.value);
    onEvent?.(next.value);
  }
}

/** A wait that is told and over at once. */
const soon = { kind: "status", retryAfter: 0 } as const;
const failing = (fault: Fault, text = REVIEW): Scenario => ({ steps: [{ text }], faults: [fault] });

function blocksOf(events: readonly AgentEvent[]): string[] {
  const blocks: string[] = [];
  let open = "";
  for (const event of events) {
    if (event.type === "text") open += event.text;
    if (event.type === "text:void") open = "";
    if (event.type === "text:end") [blocks[blocks.length], open] = [open, ""];
  }
  return open === "" ? blocks : [...blocks, open];
}

const endedTools = (events: readonly AgentEvent[]): ToolEvent[] =>
  events.filter((event) => event.type === "tool").filter(({ state }) => state !== "begun");

describe.each(PROVIDERS)("a review by %s", (...provider) => {
  test("the model reads with our tools, and all that it says is kept", async () => {
    const steps: Scenario["steps"] = [
      { text: "First the file.", calls: [{ tool: "read", path: "src/mail.ts", lines: [3, 4] }] },
      { calls: [{ tool: "grep", pattern: "send(" }, { tool: "list" }] },
      { text: REVIEW },
    ];
    const { events, end, name } = await run(provider, { steps }, { prices: { input: 1, output: 10 } });
    expect(end).toEqual({ ok: true });
    expect(blocksOf(events)).toEqual(["First the file.", REVIEW]);
    expect(endedTools(events)).toMatchObject([
      {
        name: "read_file",
        action: "read",
        state: "done",
        paths: ["code/src/mail.ts"],
        lines: { start: 3, end: 3 },
        output: "3\tsend(to);",
      },
      { name: "search", action: "search", state: "done", detail: "send(", output: "code/src/mail.ts:3:send(to);" },
      { name: "list_files", action: "list", state: "done", output: "code/src/mail.ts" },
    ]);
    const usage = events.findLast((event) => event.type === "usage")?.usage;
    expect(usage).toMatchObject({ inputTokens: 4200, cachedTokens: 600, outputTokens: 102 });
    expect(usage?.costUsd).toBeCloseTo(4200e-6 + 1020e-6, 9);
    expect(events).toContainEqual({ type: "model", model: provider[1].slice(provider[1].indexOf("/") + 1) });
    expect(JSON.stringify(server.requests(name).at(-1)?.body)).toContain("send(to);");
  });

  test("a tool that is not offered is denied, one that fails says so, and the review goes on", async () => {
    const steps: Scenario["steps"] = [
      { calls: [{ tool: "write", path: "src/mail.ts", content: "x" }] },
      { calls: [{ tool: "read", path: "missing.ts" }] },
      { calls: [{ tool: "blame", path: "src/mail.ts", lines: [1, 2] }] },
      { calls: [{ tool: "exact", name: "read_file", input: { path: 7 } }] },
      { text: REVIEW },
    ];
    const { events, end } = await run(provider, { steps });
    expect(end).toEqual({ ok: true });
    expect(endedTools(events).map(({ name, state }) => `${name} ${state}`)).toEqual([
      "write_file denied",
      "read_file failed",
      "blame failed",
      "read_file failed",
    ]);
  });

  test("a model that calls tools without end is stopped after the most steps", async () => {
    const steps: Scenario["steps"] = [{ calls: [{ tool: "read", path: "src/mail.ts" }], repeat: 1000 }];
    const { end, name } = await run(provider, { steps }, { maxSteps: 5 });
    expect(end).toMatchObject({ ok: false, kind: "limit" });
    expect(server.requests(name)).toHaveLength(5);
  });

  test("too many requests are made again as the server asks, and told", async () => {
    const { events, end, name } = await run(provider, failing({ ...soon, status: 429, times: 2 }));
    expect(end).toEqual({ ok: true });
    expect(server.requests(name)).toHaveLength(3);
    expect(events.filter(({ type }) => type === "retry")).toMatchObject([
      { status: 429, waitSeconds: 0, attempt: 1 },
      { status: 429, waitSeconds: 0, attempt: 2 },
    ]);
  });

  test("a server that asks for a longer wait than we have is not waited for", async () => {
    const fault = { kind: "status", status: 429, retryAfter: 4000 } as const;
    const { end, name } = await run(provider, failing(fault));
    expect(end).toMatchObject({ ok: false, kind: "overload", waitSeconds: 4000 });
    expect(server.requests(name)).toHaveLength(1);
  });

  test("a server that always fails is given up after the retries", async () => {
    const { end, name } = await run(provider, failing({ ...soon, status: 500 }));
    expect(end).toMatchObject({ ok: false, kind: "server" });
    expect(server.requests(name)).toHaveLength(3);
  });

  test("a key that is not accepted is not tried again, nor told", async () => {
    const message = `Incorrect API key provided: ${KEY}`;
    const { end, name } = await run(provider, failing({ kind: "status", status: 401, message }));
    expect(end).toMatchObject({ ok: false, kind: "login", message: expect.stringContaining("[key]") });
    expect(server.requests(name)).toHaveLength(1);
  });

  test("a prompt that is too long is a limit", async () => {
    const message = "prompt is too long: 250000 tokens > 200000 maximum";
    const { end } = await run(provider, failing({ kind: "status", status: 400, message }));
    expect(end).toMatchObject({ ok: false, kind: "limit" });
  });

  test.each(["start", "headers", "middle"] as const)("silence at the %s is ended by the signal", async (at) => {
    const stop = new AbortController();
    const script = failing({ kind: "hang", at });
    const waiting = run(provider, script, { signal: stop.signal });
    await vi.waitFor(() => expect(server.requests(`scenario-${scenarios}`)).toHaveLength(1));
    stop.abort();
    expect((await waiting).end).toEqual({ ok: false, kind: "crash", message: "it was stopped" });
  });

  test("an answer that is cut is asked for again, and its first half does not count twice", async () => {
    const { events, end } = await run(provider, failing({ kind: "cut", times: 1 }, REVIEW.repeat(5)));
    expect(end).toEqual({ ok: true });
    expect(blocksOf(events)).toEqual([REVIEW.repeat(5)]);
    expect(events.filter(({ type }) => type === "retry")).toHaveLength(1);
  });

  test("what was said before the last cut is kept", async () => {
    const { events, end } = await run(provider, failing({ kind: "cut" }, REVIEW.repeat(5)), { retries: 0 });
    expect(end).toMatchObject({ ok: false, kind: "server" });
    expect(REVIEW.repeat(5).startsWith(blocksOf(events).join(""))).toBe(true);
    expect(blocksOf(events).join("")).not.toBe("");
  });

  test("a refusal is one", async () => {
    const { end } = await run(provider, { steps: [{ refusal: "I will not do that." }] });
    expect(end).toMatchObject({ ok: false, kind: "refusal" });
  });

  test("a model that says nothing is told apart from one that found nothing", async () => {
    const { end } = await run(provider, { steps: [{}] });
    expect(end).toMatchObject({ ok: false, kind: "empty" });
  });

  test("an answer of 5 MB arrives whole", async () => {
    const text = REVIEW.repeat(Math.ceil(5_000_000 / REVIEW.length));
    const { events, end } = await run(provider, { steps: [{ text }] });
    expect(end).toEqual({ ok: true });
    expect(blocksOf(events)[0] === text).toBe(true);
  });

  test.each(["start", "middle"] as const)("garbage at the %s is a failure", async (at) => {
    const { end } = await run(provider, failing({ kind: "garbage", at }), { retries: 0 });
    expect(end).toMatchObject({ ok: false, kind: expect.stringMatching(/garbage|server/) });
  });

  test("an error in the middle of the stream is a failure", async () => {
    const { end } = await run(provider, failing({ kind: "error-event", message: "Overloaded" }), { retries: 0 });
    expect(end).toMatchObject({ ok: false, kind: "overload" });
  });

  test("another model than the one that was asked for is named", async () => {
    const { events } = await run(provider, { steps: [{ text: REVIEW }], model: "smaller-model" });
    expect(events).toContainEqual({ type: "model", model: "smaller-model" });
  });
});

test("whoever stops listening ends the request", async () => {
  const name = `scenario-${(scenarios += 1)}`;
  server.set(name, failing({ kind: "hang", at: "middle" }, REVIEW.repeat(5)));
  const model = readModelName("anthropic/claude-scripted");
  if (model === undefined) throw new Error("no model");
  const { signal } = new AbortController();
  const job = { model, baseUrl: `${server.url(name)}/v1`, apiKey: KEY, prompt: "Review.", signal };
  for await (const event of reviewWithModel(job, TOOLS)) if (event.type === "text") break;
  await vi.waitFor(() => expect(server.requests(name)[0]?.answer.end).toBe("client-closed"));
});

describe("before anything is sent", () => {
  test("a provider without its key is not asked", async () => {
    const { end, name } = await run(PROVIDERS[0], failing({ kind: "reset" }), { apiKey: "" });
    expect(end).toMatchObject({ kind: "login", message: expect.stringContaining("ANTHROPIC_API_KEY") });
    expect(server.requests(name)).toHaveLength(0);
  });

  test("a server of one's own needs no key, and gets none", async () => {
    const local = ["local", "local/qwen3", "/v1"] as const;
    const { end, name } = await run(local, { steps: [{ text: REVIEW }] }, { apiKey: "" });
    expect(end).toEqual({ ok: true });
    expect(server.requests(name)[0]?.headers["authorization"]).toBeUndefined();
  });

  test.each([
    ["anthropic/claude-x", "anthropic", "claude-x", "anthropic"],
    ["openai-compatible/qwen/Qwen3-Coder", "openai-compatible", "qwen/Qwen3-Coder", "qwen"],
    ["local/llama3", "local", "llama3", "llama"],
  ])("%s is read", (text, id, model, family) => {
    expect(readModelName(text)).toMatchObject({ provider: { id }, model, family });
  });

  test.each(["claude-x", "anthropic/", "/x", "nobody/x", ""])('"%s" is no model', (text) => {
    expect(readModelName(text)).toBeUndefined();
  });
});
