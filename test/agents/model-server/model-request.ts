/** What a client asks, in the same words for every protocol. */
export interface ModelRequest {
  readonly protocol: ProtocolName;
  /** The model that the client asks for. */
  readonly model: string;
  readonly stream: boolean;
  readonly tools: readonly OfferedTool[];
  /** Assistant turns that are already part of the conversation. */
  readonly turns: number;
  /** Texts before the first assistant turn: system prompt, context, the user's prompt. */
  readonly opening: readonly string[];
  /** Results of tool calls in the order in which the client sends them back, which need not be that of the calls. */
  readonly toolResults: readonly string[];
  /** The reasoning effort or budget that the client asks for, in the vendor's words. */
  readonly effort?: string;
}

/** The wire protocols that the server speaks. */
export type ProtocolName = "anthropic" | "responses" | "chat" | "gemini";

/** One tool that the client lets the model call. */
export interface OfferedTool {
  readonly name: string;
  /** The names of its parameters; empty when it takes free text. */
  readonly parameters: readonly string[];
  /** It takes one free text instead of an object. */
  readonly freeform: boolean;
}

/** One message of a conversation, as far as counting turns and collecting texts needs it. */
export interface Entry {
  readonly speaker: "client" | "model";
  readonly texts: readonly string[];
  readonly toolResults: readonly string[];
}

/** Summarises a conversation. Messages of the model without one of the client between them are one turn. */
export function summarise(entries: readonly Entry[]): Pick<ModelRequest, "turns" | "opening" | "toolResults"> {
  let turns = 0;
  let before: Entry["speaker"] = "client";
  const opening: string[] = [];
  const toolResults: string[] = [];
  for (const { speaker, texts, toolResults: results } of entries) {
    if (speaker === "model" && before === "client") turns += 1;
    before = speaker;
    if (turns === 0) opening.push(...texts);
    toolResults.push(...results);
  }
  return { turns, opening, toolResults };
}
