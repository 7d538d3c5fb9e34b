import { asObject, asObjects, asText, type JsonObject } from "./json.ts";
import type { ProtocolName } from "./model-request.ts";

/** What the tests ask: tools by name with their parameters, and the conversation so far. */
export interface Question {
  readonly stream?: boolean;
  readonly model?: string;
  readonly system?: string;
  readonly prompt?: string;
  readonly tools?: Readonly<Record<string, readonly string[]>>;
  /** Earlier turns: each is an answer of the model with one call, and the result of the call. */
  readonly results?: readonly string[];
}

/** The protocols, for tests that hold for each of them. */
export const PROTOCOL_NAMES: readonly ProtocolName[] = ["anthropic", "responses", "chat", "gemini"];

/** Sends a question the way a client of the protocol does. */
export function post(base: string, protocol: ProtocolName, question: Question = {}): Promise<Response> {
  const asked = { stream: false, model: "model-a", prompt: "Review.", tools: { look: ["path"] }, ...question };
  const operation = asked.stream ? "streamGenerateContent?alt=sse" : "generateContent";
  const path = {
    anthropic: "/v1/messages?beta=true",
    responses: "/v1/responses",
    chat: "/v1/chat/completions",
    gemini: `/v1beta/models/${asked.model}:${operation}`,
  }[protocol];
  const body = JSON.stringify(BODIES[protocol](asked));
  return fetch(base + path, { method: "POST", headers: { "content-type": "application/json" }, body });
}

type Asked = Question & Required<Pick<Question, "stream" | "model" | "prompt" | "tools">>;

const schemaOf = (parameters: readonly string[]): JsonObject => ({
  type: "object",
  properties: Object.fromEntries(parameters.map((name) => [name, { type: "string" }])),
});

const BODIES: Readonly<Record<ProtocolName, (asked: Asked) => JsonObject>> = {
  anthropic: ({ model, stream, system, prompt, tools, results = [] }) => ({
    model,
    stream,
    ...(system !== undefined && { system: [{ type: "text", text: system }] }),
    tools: Object.entries(tools).map(([name, parameters]) => ({ name, input_schema: schemaOf(parameters) })),
    messages: [
      { role: "user", content: prompt },
      ...results.flatMap((content, n) => [
        { role: "assistant", content: [{ type: "tool_use", id: `t${n}`, name: "look", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: `t${n}`, content }] },
      ]),
    ],
  }),
  responses: ({ model, stream, system, prompt, tools, results = [] }) => ({
    model,
    stream,
    instructions: system,
    tools: Object.entries(tools).map(([name, parameters]) => ({
      type: "function",
      name,
      parameters: schemaOf(parameters),
    })),
    input: [
      { type: "message", role: "user", content: [{ type: "input_text", text: prompt }] },
      ...results.flatMap((output, n) => [
        { type: "reasoning", summary: [] },
        { type: "function_call", call_id: `t${n}`, name: "look", arguments: "{}" },
        { type: "function_call_output", call_id: `t${n}`, output },
      ]),
    ],
  }),
  chat: ({ model, stream, system, prompt, tools, results = [] }) => ({
    model,
    stream,
    tools: Object.entries(tools).map(([name, parameters]) => ({
      type: "function",
      function: { name, parameters: schemaOf(parameters) },
    })),
    messages: [
      ...(system === undefined ? [] : [{ role: "system", content: system }]),
      { role: "user", content: prompt },
      ...results.flatMap((content, n) => [
        { role: "assistant", tool_calls: [{ id: `t${n}`, type: "function", function: { name: "look" } }] },
        { role: "tool", tool_call_id: `t${n}`, content },
      ]),
    ],
  }),
  gemini: ({ system, prompt, tools, results = [] }) => ({
    ...(system !== undefined && { systemInstruction: { parts: [{ text: system }] } }),
    tools: [
      {
        functionDeclarations: Object.entries(tools).map(([name, parameters]) => ({
          name,
          parametersJsonSchema: schemaOf(parameters),
        })),
      },
    ],
    contents: [
      { role: "user", parts: [{ text: prompt }] },
      ...results.flatMap((output, n) => [
        { role: "model", parts: [{ functionCall: { id: `t${n}`, name: "look", args: {} } }] },
        { role: "user", parts: [{ functionResponse: { id: `t${n}`, name: "look", response: { output } } }] },
      ]),
    ],
  }),
};

/** The JSON values of the events of a stream; literal texts such as `[DONE]` stay texts. */
export function eventsOf(stream: string): unknown[] {
  return stream
    .split("\n\n")
    .filter((frame) => frame !== "")
    .map((frame) => frame.slice(frame.indexOf("data: ") + "data: ".length))
    .map((data) => (data.startsWith("{") ? JSON.parse(data) : data));
}

/** An answer in the same words for every protocol. */
export interface Heard {
  readonly model: string;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
  readonly stop: string;
  /** All tokens in, all tokens out. */
  readonly tokens: readonly [number, number];
}

/** Reads a JSON answer. */
export function heard(protocol: ProtocolName, body: unknown): Heard {
  return READERS[protocol](asObject(body));
}

const total = (usage: JsonObject, ...names: string[]): number =>
  names.reduce((sum, name) => sum + Number(usage[name] ?? 0), 0);

const texts = (parts: readonly JsonObject[], field: string): string =>
  parts.map((part) => asText(part[field])).join("");

const READERS: Readonly<Record<ProtocolName, (body: JsonObject) => Heard>> = {
  anthropic: (body) => {
    const content = asObjects(body.content);
    const usage = asObject(body.usage);
    return {
      model: asText(body.model),
      text: texts(content, "text"),
      reasoning: texts(content, "thinking"),
      calls: content
        .filter(({ type }) => type === "tool_use")
        .map(({ name, input }) => ({ name: asText(name), input })),
      stop: asText(body.stop_reason),
      tokens: [total(usage, "input_tokens", "cache_read_input_tokens"), total(usage, "output_tokens")],
    };
  },
  responses: (body) => {
    const output = asObjects(body.output);
    const usage = asObject(body.usage);
    const contents = output.flatMap(({ content }) => asObjects(content));
    return {
      model: asText(body.model),
      text: texts(contents, "text"),
      reasoning: output.map(({ summary }) => texts(asObjects(summary), "text")).join(""),
      calls: output
        .filter(({ type }) => asText(type).endsWith("_call"))
        .map((item) => ({ name: asText(item.name), input: item.input ?? JSON.parse(asText(item.arguments)) })),
      stop: contents.some(({ type }) => type === "refusal") ? "refusal" : asText(body.status),
      tokens: [total(usage, "input_tokens"), total(usage, "output_tokens")],
    };
  },
  chat: (body) => {
    const [choice = {}] = asObjects(body.choices);
    const message = asObject(choice.message);
    const usage = asObject(body.usage);
    return {
      model: asText(body.model),
      text: asText(message.content),
      reasoning: asText(message.reasoning_content),
      calls: asObjects(message.tool_calls).map((call) => {
        const { name, arguments: input } = asObject(call.function);
        return { name: asText(name), input: JSON.parse(asText(input)) };
      }),
      stop: asText(choice.finish_reason),
      tokens: [total(usage, "prompt_tokens"), total(usage, "completion_tokens")],
    };
  },
  gemini: (body) => {
    const [candidate = {}] = asObjects(body.candidates);
    const parts = asObjects(asObject(candidate.content).parts);
    const usage = asObject(body.usageMetadata);
    return {
      model: asText(body.modelVersion),
      text: texts(
        parts.filter(({ thought }) => thought !== true),
        "text",
      ),
      reasoning: texts(
        parts.filter(({ thought }) => thought === true),
        "text",
      ),
      calls: parts
        .filter(({ functionCall }) => functionCall !== undefined)
        .map(({ functionCall }) => ({ name: asText(asObject(functionCall).name), input: asObject(functionCall).args })),
      stop: asText(candidate.finishReason),
      tokens: [total(usage, "promptTokenCount"), total(usage, "candidatesTokenCount", "thoughtsTokenCount")],
    };
  },
};
