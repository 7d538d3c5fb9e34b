import type { AgentEvent, ToolAction, ToolEvent } from "#model/agent/agent-event.ts";
import { fieldsOf } from "../agent/json-line.ts";
import { maskKey } from "./judge-error.ts";
import type { ToolAnswer } from "./review-tools.ts";
import type { StepPart } from "./sdk/run-step.ts";
import { lookUp } from "#util/look-up.ts";

/** Turns the parts of steps into events. A broken step is repeated, so a step counts only once it has ended. */
export class StepEvents {
  /** The tools' answers by the id of the call. */
  readonly answers = new Map<string, ToolAnswer>();
  readonly #apiKey: string | undefined;
  readonly #calls = new Map<string, Call>();
  #characters = 0;
  /** Whether text of the current or broken step was reported. */
  #hasOpenText = false;
  #isBroken = false;
  #needsGap = false;
  #hasText = false;
  #isRefused = false;

  constructor(apiKey: string | undefined) {
    this.#apiKey = apiKey;
  }

  /** Whether any step that ended had text. */
  get hasText(): boolean {
    return this.#hasText;
  }

  /** Whether the model refused in the last step. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** The number of characters of the current step. */
  get characters(): number {
    return this.#characters;
  }

  add(part: StepPart): AgentEvent[] {
    switch (part.type) {
      case "block":
        this.#needsGap = this.#characters > 0;
        return [];
      case "text":
        return this.#addText(part.text);
      case "thought":
        return [{ type: "thought", text: maskKey(part.text, this.#apiKey) }];
      case "call":
        this.#calls.set(part.id, { name: part.name, input: part.input, isUnknown: part.isUnknown });
        return part.isUnknown ? [] : [this.#tool(part.id, "begun")];
      case "called":
        this.#calls.set(part.id, {
          ...(this.#calls.get(part.id) ?? NO_CALL),
          output: part.output,
          isError: part.isError,
        });
        return [];
      case "refused":
        this.#isRefused = true;
        return [];
      case "warning":
        return [{ type: "oddity", text: maskKey(part.text, this.#apiKey).slice(0, 500) }];
    }
  }

  /** The step has ended, so the model gets the tools' answers. */
  endStep(): AgentEvent[] {
    this.#hasText ||= this.#characters > 0;
    const calls = [...this.#calls].map(([id, call]) => this.#tool(id, stateOf(call, this.answers.get(id))));
    const end: AgentEvent[] = this.#hasOpenText ? [{ type: "text:end" }] : [];
    this.#reset();
    this.#hasOpenText = false;
    this.#isBroken = false;
    return [...end, ...calls];
  }

  /** The step broke, so the model never got the tools' answers. */
  breakStep(): AgentEvent[] {
    const calls = [...this.#calls].map(([id]): AgentEvent => this.#tool(id, "failed", { isUnseen: true }));
    this.#reset();
    this.#isBroken = this.#hasOpenText;
    this.#isRefused = false;
    return calls;
  }

  beginStep(): void {
    this.#isRefused = false;
  }

  #reset(): void {
    this.#calls.clear();
    this.#characters = 0;
    this.#needsGap = false;
  }

  #addText(text: string): AgentEvent[] {
    const again: AgentEvent[] = this.#isBroken ? [{ type: "text:void" }] : [];
    const gap = this.#needsGap ? "\n\n" : "";
    this.#isBroken = false;
    this.#hasOpenText = true;
    this.#needsGap = false;
    this.#characters += text.length;
    return [...again, { type: "text", text: gap + maskKey(text, this.#apiKey) }];
  }

  #tool(id: string, state: ToolEvent["state"], { isUnseen = false } = {}): ToolEvent {
    const { name, input, output } = this.#calls.get(id) ?? NO_CALL;
    const answer = this.answers.get(id);
    const asked = fieldsOf(input);
    const path = typeof asked["path"] === "string" && asked["path"] !== "" ? [asked["path"]] : [];
    const detail = asked["pattern"] ?? asked["glob"];
    const isOver = state !== "begun" && !isUnseen;
    return {
      type: "tool",
      id,
      name,
      action: lookUp(ACTIONS, name) ?? "other",
      state,
      paths: answer?.paths ?? path,
      lines: isOver ? answer?.lines : undefined,
      detail: typeof detail === "string" ? detail : undefined,
      output: isOver ? output : undefined,
    };
  }
}

interface Call {
  readonly name: string;
  readonly input: unknown;
  readonly isUnknown: boolean;
  readonly output?: string;
  readonly isError?: boolean;
}

const NO_CALL: Call = { name: "unknown", input: {}, isUnknown: true };

const ACTIONS: Readonly<Record<string, ToolAction>> = {
  list_files: "list",
  read_file: "read",
  search: "search",
  diff: "other",
  blame: "other",
};

function stateOf({ isUnknown, isError, output }: Call, answer: ToolAnswer | undefined): ToolEvent["state"] {
  if (isUnknown) return "denied";
  return isError === true || output === undefined || answer?.isError === true ? "failed" : "done";
}
