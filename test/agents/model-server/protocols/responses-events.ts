import { pieces } from "../answer.ts";
import type { JsonObject } from "../json.ts";
import { asObjects, asText } from "../json.ts";

/** A stream event of the Responses protocol: its type and what goes with it. */
export type ItemEvent = readonly [type: string, rest: JsonObject];

/** The events by which one finished output item is streamed. */
export function* itemEvents(item: JsonObject, index: number): Iterable<ItemEvent> {
  const at = { output_index: index, item_id: item.id };
  yield ["response.output_item.added", { output_index: index, item: { ...item, ...BEGUN[asText(item.type)] } }];
  if (item.type === "message") yield* messageEvents(item, at);
  else if (item.type === "reasoning") yield* reasoningEvents(item, at);
  else if (item.type === "custom_tool_call") yield* inputEvents("custom_tool_call_input", "input", { item, at });
  else yield* inputEvents("function_call_arguments", "arguments", { item, at });
  yield ["response.output_item.done", { output_index: index, item }];
}

/** What an item looks like when it is announced. */
const BEGUN: Readonly<Record<string, JsonObject>> = {
  message: { status: "in_progress", content: [] },
  reasoning: { summary: [] },
  custom_tool_call: { status: "in_progress", input: "" },
  function_call: { status: "in_progress", arguments: "" },
};

function* messageEvents(item: JsonObject, at: JsonObject): Iterable<ItemEvent> {
  const [part = {}] = asObjects(item.content);
  const [field, name] = part.type === "refusal" ? ["refusal", "refusal"] : ["text", "output_text"];
  const place = { ...at, content_index: 0 };
  yield ["response.content_part.added", { ...place, part: { ...part, [field]: "" } }];
  for (const delta of pieces(asText(part[field]))) yield [`response.${name}.delta`, { ...place, delta }];
  yield [`response.${name}.done`, { ...place, [field]: part[field] }];
  yield ["response.content_part.done", { ...place, part }];
}

function* reasoningEvents(item: JsonObject, at: JsonObject): Iterable<ItemEvent> {
  const [part = {}] = asObjects(item.summary);
  const place = { ...at, summary_index: 0 };
  yield ["response.reasoning_summary_part.added", { ...place, part: { ...part, text: "" } }];
  for (const delta of pieces(asText(part.text))) yield ["response.reasoning_summary_text.delta", { ...place, delta }];
  yield ["response.reasoning_summary_text.done", { ...place, text: part.text }];
  yield ["response.reasoning_summary_part.done", { ...place, part }];
}

function* inputEvents(
  name: string,
  field: string,
  { item, at }: { readonly item: JsonObject; readonly at: JsonObject },
): Iterable<ItemEvent> {
  for (const delta of pieces(asText(item[field]))) yield [`response.${name}.delta`, { ...at, delta }];
  yield [`response.${name}.done`, { ...at, [field]: item[field] }];
}
