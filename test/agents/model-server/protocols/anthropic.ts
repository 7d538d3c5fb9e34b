import type { Answer, Block } from "../answer.ts";
import { pieces } from "../answer.ts";
import type { JsonObject } from "../json.ts";
import { asObject, asObjects, asText, parametersOf, stringsIn } from "../json.ts";
import type { Entry, ModelRequest } from "../model-request.ts";
import { summarise } from "../model-request.ts";
import type { Protocol, StreamEvent } from "./protocol.ts";

/** Anthropic Messages. */
export const anthropic: Protocol = { name: "anthropic", path: /\/messages$/, read, whole, events, error, errorEvent };

function read(body: JsonObject): ModelRequest {
  const system: Entry = { speaker: "client", texts: stringsIn(textsOf(body.system)), toolResults: [] };
  const effort = asObject(body.output_config).effort ?? asObject(body.thinking).type;
  return {
    protocol: "anthropic",
    model: asText(body.model),
    stream: body.stream === true,
    tools: asObjects(body.tools).map((tool) => ({
      name: asText(tool.name),
      parameters: parametersOf(tool.input_schema),
      freeform: false,
    })),
    ...summarise([system, ...asObjects(body.messages).map(entryOf)]),
    ...(typeof effort === "string" && { effort }),
  };
}

function entryOf(message: JsonObject): Entry {
  const results = asObjects(message.content).filter(({ type }) => type === "tool_result");
  return {
    speaker: message.role === "assistant" ? "model" : "client",
    texts: textsOf(message.content),
    toolResults: results.map(({ content }) => textsOf(content).join("\n")),
  };
}

/** The texts of content that is a string or a list of blocks. */
function textsOf(content: unknown): string[] {
  return typeof content === "string"
    ? [content]
    : asObjects(content)
        .map(({ text }) => asText(text))
        .filter(Boolean);
}

function whole(answer: Answer): unknown {
  const usage = { ...usageOf(answer), output_tokens: answer.usage.output };
  return { ...messageOf(answer), content: answer.blocks.map(contentOf), stop_reason: stopReason(answer), usage };
}

function* events(answer: Answer): Iterable<StreamEvent> {
  const named = (data: JsonObject): StreamEvent => ({ event: asText(data.type), data });
  yield named({ type: "message_start", message: messageOf(answer) });
  for (const [index, block] of answer.blocks.entries()) {
    const content = contentOf(block);
    yield named({ type: "content_block_start", index, content_block: { ...content, ...EMPTY[block.type] } });
    for (const delta of deltasOf(block)) yield named({ type: "content_block_delta", index, delta });
    yield named({ type: "content_block_stop", index });
  }
  const delta = { stop_reason: stopReason(answer), stop_sequence: null };
  yield named({ type: "message_delta", delta, usage: { output_tokens: answer.usage.output } });
  yield named({ type: "message_stop" });
}

/** The message before anything of its content is known. */
function messageOf(answer: Answer): JsonObject {
  const { id, model } = answer;
  const fixed = { type: "message", role: "assistant", content: [], stop_reason: null, stop_sequence: null };
  return { id: `msg_${id}`, model, ...fixed, usage: usageOf(answer) };
}

function usageOf({ usage }: Answer): JsonObject {
  const cache = { cache_creation_input_tokens: 0, cache_read_input_tokens: usage.cached };
  return { input_tokens: usage.input, ...cache, output_tokens: 1, service_tier: "standard" };
}

function contentOf(block: Block): JsonObject {
  switch (block.type) {
    case "reasoning":
      return { type: "thinking", thinking: block.text, signature: SIGNATURE };
    case "text":
      return { type: "text", text: block.text };
    case "call":
      return { type: "tool_use", id: `toolu_${block.id}`, name: block.name, input: block.input };
  }
}

/** What a block lacks when it is announced. */
const EMPTY = { reasoning: { thinking: "", signature: "" }, text: { text: "" }, call: { input: {} } };

function deltasOf(block: Block): JsonObject[] {
  if (block.type === "text") return pieces(block.text).map((text) => ({ type: "text_delta", text }));
  if (block.type === "call") {
    return pieces(JSON.stringify(block.input)).map((json) => ({ type: "input_json_delta", partial_json: json }));
  }
  const thoughts = pieces(block.text).map((thinking) => ({ type: "thinking_delta", thinking }));
  return [...thoughts, { type: "signature_delta", signature: SIGNATURE }];
}

/** Clients send the signature of their model's thoughts back unread. */
const SIGNATURE = "c2NyaXB0ZWQ=";

/** A refusal has no text of its own here: clients only see the reason of the stop. */
function stopReason({ blocks, refusal }: Answer): string {
  if (refusal !== undefined) return "refusal";
  return blocks.some(({ type }) => type === "call") ? "tool_use" : "end_turn";
}

function error(status: number, message: string): JsonObject {
  return { type: "error", error: { type: ERROR_TYPES[status] ?? "api_error", message }, request_id: "req_scripted" };
}

function errorEvent(message: string): StreamEvent {
  return { event: "error", data: { type: "error", error: { type: "overloaded_error", message } } };
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};
