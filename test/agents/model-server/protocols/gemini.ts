import type { Answer, Block } from "../answer.ts";
import { pieces } from "../answer.ts";
import type { JsonObject } from "../json.ts";
import { asObject, asObjects, asText, compact, parametersOf, stringsIn } from "../json.ts";
import type { Entry, ModelRequest } from "../model-request.ts";
import { summarise } from "../model-request.ts";
import type { Protocol, StreamEvent } from "./protocol.ts";

/** Gemini generateContent and streamGenerateContent; the model and the operation stand in the path. */
export const gemini: Protocol = {
  name: "gemini",
  path: /\/models\/(?<model>[^/:]+):(?<operation>generateContent|streamGenerateContent)$/,
  read,
  whole,
  events,
  error,
  errorEvent: (message) => ({ data: error(503, message) }),
};

function read(body: JsonObject, groups: Readonly<Record<string, string>>): ModelRequest {
  const declared = asObjects(body.tools).flatMap((tool) => asObjects(tool.functionDeclarations));
  const thinking = asObject(asObject(body.generationConfig).thinkingConfig);
  const effort = thinking.thinkingLevel ?? thinking.thinkingBudget;
  const system: Entry = { speaker: "client", texts: textsOf(asObject(body.systemInstruction).parts), toolResults: [] };
  return {
    protocol: "gemini",
    model: decodeURIComponent(groups.model ?? ""),
    stream: groups.operation === "streamGenerateContent",
    tools: declared.map((tool) => ({
      name: asText(tool.name),
      parameters: parametersOf(tool.parametersJsonSchema ?? tool.parameters),
      freeform: false,
    })),
    ...summarise([system, ...asObjects(body.contents).map(entryOf)]),
    ...(effort !== undefined && { effort: String(effort) }),
  };
}

function entryOf({ role, parts }: JsonObject): Entry {
  const results = asObjects(parts).filter(({ functionResponse }) => functionResponse !== undefined);
  return {
    speaker: role === "model" ? "model" : "client",
    texts: textsOf(parts),
    toolResults: results.map(({ functionResponse }) => resultText(asObject(asObject(functionResponse).response))),
  };
}

/** Gemini CLI sends a result as `output` or `error`, the AI SDK as `content`. */
function resultText(response: JsonObject): string {
  return stringsIn(response.output ?? response.error ?? response.content ?? response).join("\n");
}

function textsOf(parts: unknown): string[] {
  return asObjects(parts)
    .map(({ text }) => asText(text))
    .filter(Boolean);
}

function whole(answer: Answer): unknown {
  return response(answer, answer.blocks.map(partOf), finishReason(answer));
}

function* events(answer: Answer): Iterable<StreamEvent> {
  for (const block of answer.blocks) {
    const parts =
      block.type === "call" ? [partOf(block)] : pieces(block.text).map((text) => partOf({ type: block.type, text }));
    for (const part of parts) yield { data: response(answer, [part]) };
  }
  yield { data: response(answer, [], finishReason(answer)) };
}

/** A piece of the answer, or its end when it has a reason to finish. */
function response(answer: Answer, parts: readonly JsonObject[], finish?: string): JsonObject {
  const safety =
    finish === "SAFETY" ? [{ category: "HARM_CATEGORY_DANGEROUS_CONTENT", probability: "HIGH" }] : undefined;
  const content = { role: "model", parts };
  const candidate = compact({ index: 0, content, finishReason: finish, safetyRatings: safety });
  return compact({
    candidates: [candidate],
    usageMetadata: finish === undefined ? undefined : usageOf(answer),
    modelVersion: answer.model,
    responseId: `scripted-${answer.id}`,
  });
}

function partOf(block: Block): JsonObject {
  if (block.type === "text") return { text: block.text };
  if (block.type === "reasoning") return { text: block.text, thought: true };
  return { functionCall: { id: `fc_${block.id}`, name: block.name, args: block.input }, thoughtSignature: SIGNATURE };
}

/** Gemini 3 asks for a signature on every call; clients send it back unread. */
const SIGNATURE = "c2NyaXB0ZWQ=";

/** A refusal has no words in this protocol, only its reason. */
function finishReason({ refusal }: Answer): string {
  return refusal === undefined ? "STOP" : "SAFETY";
}

function usageOf({ usage: { input, cached, output, reasoning } }: Answer): JsonObject {
  return {
    promptTokenCount: input + cached,
    cachedContentTokenCount: cached,
    candidatesTokenCount: output - reasoning,
    thoughtsTokenCount: reasoning,
    totalTokenCount: input + cached + output,
  };
}

function error(status: number, message: string): JsonObject {
  return { error: { code: status, message, status: STATUS_NAMES[status] ?? "INTERNAL" } };
}

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
};
