import type { Answer, Block } from "../answer.ts";
import type { JsonObject } from "../json.ts";
import { asObject, asObjects, asText, parametersOf, stringsIn } from "../json.ts";
import type { Entry, ModelRequest, OfferedTool } from "../model-request.ts";
import { summarise } from "../model-request.ts";
import { openAiError } from "./open-ai-error.ts";
import type { Protocol, StreamEvent } from "./protocol.ts";
import { itemEvents } from "./responses-events.ts";

/** OpenAI Responses, including Codex's code mode. */
export const responses: Protocol = {
  name: "responses",
  path: /\/responses$/,
  read,
  whole,
  events,
  error: openAiError,
  errorEvent,
};

function read(body: JsonObject): ModelRequest {
  const items = typeof body.input === "string" ? [{ role: "user", content: body.input }] : asObjects(body.input);
  const effort = asObject(body.reasoning).effort;
  const system: Entry = { speaker: "client", texts: [asText(body.instructions)], toolResults: [] };
  return {
    protocol: "responses",
    model: asText(body.model),
    stream: body.stream === true,
    tools: [body, ...items.filter(({ type }) => type === "additional_tools")].flatMap(({ tools }) =>
      offeredTools(tools),
    ),
    ...summarise([system, ...items.map(entryOf)]),
    ...(typeof effort === "string" && { effort }),
  };
}

/** Codex gives the tools of its code mode in an input item of their own, some of them inside namespaces. */
function offeredTools(tools: unknown): OfferedTool[] {
  return asObjects(tools).flatMap((tool): OfferedTool[] => {
    const name = asText(tool.name) || asText(tool.type);
    if (tool.type !== "namespace") {
      return [{ name, parameters: parametersOf(tool.parameters), freeform: tool.type === "custom" }];
    }
    const inner = offeredTools(tool.tools);
    return name === "functions" ? inner : inner.map((nested) => ({ ...nested, name: `${name}.${nested.name}` }));
  });
}

function entryOf(item: JsonObject): Entry {
  const type = asText(item.type);
  if (type.endsWith("_output")) {
    return { speaker: "client", texts: [], toolResults: [outputText(item.output)] };
  }
  const model = item.role === "assistant" || type === "reasoning" || type.endsWith("_call");
  const content =
    typeof item.content === "string" ? [item.content] : asObjects(item.content).map(({ text }) => asText(text));
  return { speaker: model ? "model" : "client", texts: content, toolResults: [] };
}

/** A tool's output is a string, or a list of content parts. */
function outputText(output: unknown): string {
  if (typeof output === "string") return output;
  const parts = asObjects(output).map(({ text }) => asText(text));
  return (parts.length > 0 ? parts : stringsIn(output)).join("\n");
}

function whole(answer: Answer): unknown {
  return { ...frame(answer), status: "completed", output: itemsOf(answer), usage: usageOf(answer) };
}

function* events(answer: Answer): Iterable<StreamEvent> {
  let sequence = 0;
  const event = (type: string, rest: JsonObject): StreamEvent => ({
    event: type,
    data: { type, sequence_number: sequence++, ...rest },
  });
  const begun = { ...frame(answer), status: "in_progress", output: [] };
  yield event("response.created", { response: begun });
  yield event("response.in_progress", { response: begun });
  for (const [index, item] of itemsOf(answer).entries()) {
    for (const [type, rest] of itemEvents(item, index)) yield event(type, rest);
  }
  yield event("response.completed", { response: whole(answer) });
}

function frame({ id, model }: Answer): JsonObject {
  const fixed = { error: null, incomplete_details: null, parallel_tool_calls: true, tools: [], tool_choice: "auto" };
  return { id: `resp_${id}`, object: "response", created_at: Math.floor(Date.now() / 1000), model, ...fixed };
}

/** The items of the output; every text block is a message of its own. */
function itemsOf({ id, blocks, refusal }: Answer): JsonObject[] {
  const items = blocks.map((block, index) => itemOf(block, `${id}_${index}`));
  if (refusal !== undefined) items.push(message(`${id}_r`, { type: "refusal", refusal }));
  return items;
}

function itemOf(block: Block, id: string): JsonObject {
  if (block.type === "reasoning") {
    const summary = [{ type: "summary_text", text: block.text }];
    return { type: "reasoning", id: `rs_${id}`, summary, encrypted_content: "c2NyaXB0ZWQ=" };
  }
  if (block.type === "text") {
    return message(id, { type: "output_text", text: block.text, annotations: [], logprobs: [] });
  }
  const { name, input } = block;
  const common = { call_id: `call_${block.id}`, status: "completed" };
  if (typeof input === "string") return { type: "custom_tool_call", id: `ctc_${id}`, ...common, name, input };
  const [, namespace, inner] = /^([^.]+)\.(.+)$/.exec(name) ?? [];
  const named = inner === undefined ? { name } : { namespace, name: inner };
  return { type: "function_call", id: `fc_${id}`, ...common, ...named, arguments: JSON.stringify(input) };
}

function message(id: string, part: JsonObject): JsonObject {
  return { type: "message", id: `msg_${id}`, status: "completed", role: "assistant", content: [part] };
}

function usageOf({ usage: { input, cached, output, reasoning } }: Answer): JsonObject {
  return {
    input_tokens: input + cached,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + cached + output,
  };
}

function errorEvent(text: string): StreamEvent {
  const response = { id: "resp_failed", object: "response", status: "failed", output: [] };
  const data = { type: "response.failed", response: { ...response, error: { code: "server_error", message: text } } };
  return { event: "response.failed", data };
}
