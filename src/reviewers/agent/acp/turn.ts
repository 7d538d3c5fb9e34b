import type { AgentEvent, ToolEvent } from "#model/agent/agent-event.ts";
import { forgetOldest } from "../forget-oldest.ts";
import { type Fields, fieldsOf, textOf } from "../json-line.ts";
import type { AcpSetup } from "./acp-setup.ts";
import { answerPermission } from "./answer-permission.ts";
import { refusalLine, resultLine } from "./json-rpc.ts";
import { addToCall, type KnownCall, toolEvent } from "./read-tool-call.ts";

/** Follows an agent's text and tool calls after the prompt. */
export class Turn {
  readonly #setup: AcpSetup;
  readonly #desk: string;
  readonly #calls = new Map<string, TrackedCall>();
  /** The open block of text. Some agents give it an id. */
  #block: { readonly id: string | undefined } | undefined;
  #hasText = false;
  #denied = 0;

  constructor(setup: AcpSetup, desk: string) {
    this.#setup = setup;
    this.#desk = desk;
  }

  /** Whether there was any text besides white space. */
  get hasText(): boolean {
    return this.#hasText;
  }

  /** How many of its tool calls were refused. */
  get denied(): number {
    return this.#denied;
  }

  /** A piece of its answer, of its thoughts, or of a tool call. */
  update(update: Fields): AgentEvent[] {
    const content = fieldsOf(update["content"]);
    // A file attached to the answer is part of it.
    const text = textOf(content["text"]) ?? textOf(fieldsOf(content["resource"])["text"]);
    switch (update["sessionUpdate"]) {
      case "agent_message_chunk":
        return text === undefined ? [] : this.#addText(text, textOf(update["messageId"]));
      case "agent_thought_chunk":
        return text === undefined ? [] : [{ type: "thought", text }];
      case "tool_call":
      case "tool_call_update":
        return [...this.endBlock(), ...this.#callTool(update)];
      default:
        return [];
    }
  }

  /** Answers a request of the agent. */
  answer(id: string | number, method: string, params: Fields): AgentEvent[] {
    if (method !== "session/request_permission") return [{ type: "send", text: refusalLine(id, method) }];
    const request = fieldsOf(params["toolCall"]);
    const { call: known, reported } = this.#calls.get(textOf(request["toolCallId"]) ?? "") ?? {};
    const call = addToCall(request, known);
    const { isAllowed, result } = answerPermission(params, call, this.#desk);
    const send: AgentEvent = { type: "send", text: resultLine(id, result) };
    this.#calls.set(call.id, { call, reported: isAllowed ? reported : "denied" });
    forgetOldest(this.#calls);
    if (isAllowed) return [send];
    this.#denied += 1;
    return [...this.endBlock(), toolEvent(call, "denied", this.#setup), send];
  }

  /** Ends the open block of text. */
  endBlock(): AgentEvent[] {
    if (this.#block === undefined) return [];
    this.#block = undefined;
    return [{ type: "text:end" }];
  }

  #addText(text: string, id: string | undefined): AgentEvent[] {
    const ended = this.#block !== undefined && this.#block.id !== id ? this.endBlock() : [];
    this.#block = { id };
    this.#hasText ||= text.trim() !== "";
    return [...ended, { type: "text", text }];
  }

  #callTool(update: Fields): AgentEvent[] {
    const { call: known, reported } = this.#calls.get(textOf(update["toolCallId"]) ?? "") ?? {};
    const call = addToCall(update, known);
    const state = nextState(call, reported);
    this.#calls.set(call.id, { call, reported: state ?? reported });
    forgetOldest(this.#calls);
    return state === undefined ? [] : [toolEvent(call, state, this.#setup)];
  }
}

/** A call and its last reported state. */
interface TrackedCall {
  readonly call: KnownCall;
  readonly reported: ToolEvent["state"] | undefined;
}

/** The state to report now: "begun" once, as soon as the details of the call are known, and its end once. */
function nextState(
  { status, input, locations, shown }: KnownCall,
  reported: ToolEvent["state"] | undefined,
): TrackedCall["reported"] {
  if (reported !== undefined && reported !== "begun") return undefined;
  if (status === "completed") return "done";
  if (status === "failed") return DENIAL.test(shown?.slice(0, 500) ?? "") ? "denied" : "failed";
  const isKnown = status === "in_progress" || Object.keys(input).length > 0 || locations.length > 0;
  return reported === undefined && isKnown ? "begun" : undefined;
}

/** The errors of agents whose own rules stopped a call. */
const DENIAL =
  /not in workspace|outside the allowed|rule which prevents|unavailable tool|not allowed|permission denied/i;
