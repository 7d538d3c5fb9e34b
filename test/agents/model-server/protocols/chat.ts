import type { Answer, CallBlock } from "../answer.ts";
import { pieces } from "../answer.ts";
import type { JsonObject } from "../json.ts";
import { asObject, asObjects, asText, compact, parametersOf } from "../json.ts";
import type { Entry, ModelRequest } from "../model-request.ts";
import { summarise } from "../model-request.ts";
import { openAiError } from "./open-ai-error.ts";
import type { Protocol, StreamEvent } from "./protocol.ts";

/** OpenAI Chat Completions, with `reasoning_content` as compatible servers send it. */
export const chat: Protocol = {
  name: "chat",
  path: /\/chat\/completions$/,
  read,
  whole,
  events,
  error: openAiError,
  errorEvent: (message) => ({ data: { error: { message, type: "server_error", code: null } } }),
};

function read(body: JsonObject): ModelRequest {
  return {
    protocol: "chat",
    model: asText(body.model),
    stream: body.stream === true,
    tools: asObjects(body.tools).map(({ function: declared }) => ({
      name: asText(asObject(declared).name),
      parameters: parametersOf(asObject(declared).parameters),
      freeform: false,
    })),
    ...summarise(asObjects(body.messages).map(entryOf)),
    ...(typeof body.reasoning_effort === "string" && { effort: body.reasoning_effort }),
  };
}

function entryOf({ role, content }: JsonObject): Entry {
  const texts = typeof content === "string" ? [content] : asObjects(content).map(({ text }) => asText(text));
  const tool = role === "tool";
  return {
    speaker: role === "assistant" ? "model" : "client",
    texts: tool ? [] : texts,
    toolResults: tool ? [texts.join("\n")] : [],
  };
}

function whole(answer: Answer): unknown {
  const calls = answer.blocks.filter((block) => block.type === "call").map(callOf);
  const message = compact({
    role: "assistant",
    content: joined(answer, "text") || null,
    reasoning_content: joined(answer, "reasoning") || undefined,
    refusal: answer.refusal ?? null,
    tool_calls: calls.length > 0 ? calls : undefined,
  });
  const choices = [{ index: 0, finish_reason: finishReason(answer), message }];
  return { ...frame(answer, "chat.completion"), choices, usage: usageOf(answer) };
}

/** The protocol knows one text per answer, so blocks are joined as they are. */
function joined({ blocks }: Answer, type: "text" | "reasoning"): string {
  return blocks.map((block) => (block.type === type ? block.text : "")).join("");
}

function* events(answer: Answer): Iterable<StreamEvent> {
  const chunk = (delta: JsonObject, finish: string | null = null): StreamEvent => {
    const choices = [{ index: 0, delta, finish_reason: finish }];
    return { data: { ...frame(answer, "chat.completion.chunk"), choices } };
  };
  yield chunk({ role: "assistant", content: "" });
  let calls = 0;
  for (const block of answer.blocks) {
    if (block.type === "reasoning") for (const text of pieces(block.text)) yield chunk({ reasoning_content: text });
    if (block.type === "text") for (const text of pieces(block.text)) yield chunk({ content: text });
    if (block.type !== "call") continue;
    const index = calls++;
    const call = callOf(block);
    yield chunk({ tool_calls: [{ index, ...call, function: { ...call.function, arguments: "" } }] });
    for (const text of pieces(call.function.arguments)) {
      yield chunk({ tool_calls: [{ index, function: { arguments: text } }] });
    }
  }
  for (const text of pieces(answer.refusal ?? "")) yield chunk({ refusal: text });
  yield chunk({}, finishReason(answer));
  yield { data: { ...frame(answer, "chat.completion.chunk"), choices: [], usage: usageOf(answer) } };
  yield { data: "[DONE]" };
}

function frame({ id, model }: Answer, object: string): JsonObject {
  return { id: `chatcmpl-${id}`, object, created: Math.floor(Date.now() / 1000), model };
}

function callOf({ id, name, input }: CallBlock) {
  const text = typeof input === "string" ? input : JSON.stringify(input);
  return { id: `call_${id}`, type: "function", function: { name, arguments: text } };
}

function finishReason({ blocks, refusal }: Answer): string {
  if (refusal !== undefined) return "content_filter";
  return blocks.some(({ type }) => type === "call") ? "tool_calls" : "stop";
}

function usageOf({ usage: { input, cached, output, reasoning } }: Answer): JsonObject {
  return {
    prompt_tokens: input + cached,
    completion_tokens: output,
    total_tokens: input + cached + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
