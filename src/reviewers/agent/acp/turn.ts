import type { AgentEvent, ToolEvent } from "#model/agent/agent-event.ts";
import { forgetOldest } from "../forget-oldest.ts";
import { type Fields, fieldsOf, textOf } from "../json-line.ts";
import type { AcpSetup } from "./acp-setup.ts";
import { answerPermission } from "./answer-permission.ts";
import { refusalLine, resultLine } from "./json-rpc.ts";
import { addToCall, type KnownCall, toolEvent } from "./read-tool-call.ts";

/** Follows what an agent says and does after it was asked. */
export class Turn {
  readonly #setup: AcpSetup;
  readonly #desk: string;
  readonly #calls = new Map<string, ToldCall>();
  /** The block of text that is being said; some agents give it an id. */
  #block: { readonly id: string | undefined } | undefined;
  #hasSpoken = false;
  #denied = 0;

  constructor(setup: AcpSetup, desk: string) {
    this.#setup = setup;
    this.#desk = desk;
  }

  /** Whether it has said anything. */
  get hasSpoken(): boolean {
    return this.#hasSpoken;
  }

  /** How many of its tool calls were refused. */
  get denied(): number {
    return this.#denied;
  }

  /** A piece of its answer, of its thoughts, or of a tool call. */
  update(update: Fields): AgentEvent[] {
    const content = fieldsOf(update["content"]);
    // A file that it hands over with its answer is a part of it.
    const text = textOf(content["text"]) ?? textOf(fieldsOf(content["resource"])["text"]);
    switch (update["sessionUpdate"]) {
      case "agent_message_chunk":
        return text === undefined ? [] : this.#say(text, textOf(update["messageId"]));
      case "agent_thought_chunk":
        return text === undefined ? [] : [{ type: "thought", text }];
      case "tool_call":
      case "tool_call_update":
        return [...this.endBlock(), ...this.#callTool(update)];
      default:
        return [];
    }
  }

  /** It wants something of us. */
  answer(id: string | number, method: string, params: Fields): AgentEvent[] {
    if (method !== "session/request_permission") return [{ type: "send", text: refusalLine(id, method) }];
    const request = fieldsOf(params["toolCall"]);
    const { call: known, told } = this.#calls.get(textOf(request["toolCallId"]) ?? "") ?? {};
    const call = addToCall(request, known);
    const { isAllowed, result } = answerPermission(params, call, this.#desk);
    const send: AgentEvent = { type: "send", text: resultLine(id, result) };
    this.#calls.set(call.id, { call, told: isAllowed ? told : "denied" });
    forgetOldest(this.#calls);
    if (isAllowed) return [send];
    this.#denied += 1;
    return [...this.endBlock(), toolEvent(call, "denied", this.#setup), send];
  }

  /** Nothing more of the current block of text will come. */
  endBlock(): AgentEvent[] {
    if (this.#block === undefined) return [];
    this.#block = undefined;
    return [{ type: "text:end" }];
  }

  #say(text: string, id: string | undefined): AgentEvent[] {
    const ended = this.#block !== undefined && this.#block.id !== id ? this.endBlock() : [];
    this.#block = { id };
    this.#hasSpoken ||= text.trim() !== "";
    return [...ended, { type: "text", text }];
  }

  #callTool(update: Fields): AgentEvent[] {
    const { call: known, told } = this.#calls.get(textOf(update["toolCallId"]) ?? "") ?? {};
    const call = addToCall(update, known);
    const state = nextState(call, told);
    this.#calls.set(call.id, { call, told: state ?? told });
    forgetOldest(this.#calls);
    return state === undefined ? [] : [toolEvent(call, state, this.#setup)];
  }
}

/** A call, and what was last told of it. */
interface ToldCall {
  readonly call: KnownCall;
  readonly told: ToolEvent["state"] | undefined;
}

/** What is now to be told: the beginning once, as soon as it is known what the call is about, and the end once. */
function nextState(
  { status, input, locations, shown }: KnownCall,
  told: ToolEvent["state"] | undefined,
): ToldCall["told"] {
  if (told !== undefined && told !== "begun") return undefined;
  if (status === "completed") return "done";
  if (status === "failed") return DENIAL.test(shown?.slice(0, 500) ?? "") ? "denied" : "failed";
  const isKnown = status === "in_progress" || Object.keys(input).length > 0 || locations.length > 0;
  return told === undefined && isKnown ? "begun" : undefined;
}

/** How agents word it when their own rules stop a call. */
const DENIAL =
  /not in workspace|outside the allowed|rule which prevents|unavailable tool|not allowed|permission denied/i;
