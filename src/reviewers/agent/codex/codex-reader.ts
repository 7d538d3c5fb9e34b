import type { AgentEnd, AgentEvent } from "#model/agent/agent-event.ts";
import type { Usage } from "#model/panel/reviewer.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { forgetOldest } from "../forget-oldest.ts";
import type { AgentExit, AgentReader } from "../agent-adapter.ts";
import { countOf, type Fields, fieldsOf, parseLine, textOf } from "../json-line.ts";
import { endOfCodex } from "./codex-end.ts";
import { readCodexTool, readRejection } from "./codex-tools.ts";

/** Reads the stream of one run of Codex. */
export function createCodexReader(): AgentReader {
  return new CodexReader();
}

class CodexReader implements AgentReader {
  readonly #begun = new Set<string>();
  readonly #ended = new Set<string>();
  #turn: "completed" | "failed" | undefined;
  #error: string | undefined;
  #hasText = false;
  #hasBegun = false;
  #rejections = 0;

  line(text: string): AgentEvent[] {
    const fields = parseLine(text) ?? {};
    switch (fields["type"]) {
      case "thread.started":
        this.#hasBegun = true;
        // Codex never names its model.
        return [{ type: "begin" }];
      case "turn.started":
        this.#turn = undefined;
        return [];
      case "item.started":
      case "item.updated":
        this.#turn = undefined;
        return this.#tool(fieldsOf(fields["item"]), false);
      case "item.completed":
        this.#turn = undefined;
        return this.#item(fieldsOf(fields["item"]));
      case "error":
        return this.#problem(textOf(fields["message"]));
      case "turn.failed":
        this.#turn = "failed";
        this.#error = textOf(fieldsOf(fields["error"])["message"]) ?? this.#error;
        return [];
      case "turn.completed":
        this.#turn = "completed";
        return readUsage(fieldsOf(fields["usage"]));
      default:
        return [];
    }
  }

  complaint(text: string): AgentEvent[] {
    const rejection = readRejection(text, this.#rejections + 1);
    if (rejection === undefined) return [];
    this.#rejections += 1;
    return [rejection];
  }

  end(exit: AgentExit): AgentEnd {
    return endOfCodex({ turn: this.#turn, error: this.#error, hasText: this.#hasText, hasBegun: this.#hasBegun, exit });
  }

  #item(item: Fields): AgentEvent[] {
    const text = textOf(item["text"]);
    switch (item["type"]) {
      case "agent_message":
        if (text === undefined) return [];
        this.#hasText ||= /\S/.test(text);
        return [{ type: "text", text }, { type: "text:end" }];
      case "reasoning":
        return text === undefined ? [] : [{ type: "thought", text }];
      case "error":
        return readNotice(textOf(item["message"]));
      default:
        return this.#tool(item, true);
    }
  }

  #tool(item: Fields, isOver: boolean): AgentEvent[] {
    const event = readCodexTool(item, isOver);
    if (event === undefined || this.#ended.has(event.id) || (!isOver && this.#begun.has(event.id))) return [];
    const seen = isOver ? this.#ended : this.#begun;
    seen.add(event.id);
    forgetOldest(seen);
    return [event];
  }

  /** `Reconnecting... 1/5 (unexpected status 401 …)` is a retry. Any other error may or may not be the last one. */
  #problem(message: string | undefined): AgentEvent[] {
    if (message === undefined) return [];
    this.#error = message;
    const [, attempt, reason] = /^Reconnecting\.\.\. (\d{1,4})\/\d{1,4} \((.{1,2000})\)$/s.exec(message) ?? [];
    if (attempt === undefined || reason === undefined) return [];
    const status = /\bstatus:? (\d{3})\b/.exec(reason)?.[1];
    return [
      { type: "retry", reason, status: status === undefined ? undefined : Number(status), attempt: Number(attempt) },
    ];
  }
}

/** A notice in the form of an error; the turn continues. Only here does Codex report that another model answers. */
function readNotice(message: string | undefined): AgentEvent[] {
  if (message === undefined) return [];
  const model = /^model rerouted: \S{1,200} -> (\S{1,200})/.exec(message)?.[1];
  return [...(model === undefined ? [] : [{ type: "model", model } as const]), { type: "oddity", text: message }];
}

/** Input includes cached tokens and output includes reasoning, as in our own figures. */
function readUsage(fields: Fields): AgentEvent[] {
  const usage: Usage = omitUndefined({
    inputTokens: countOf(fields["input_tokens"]),
    cachedTokens: countOf(fields["cached_input_tokens"]),
    outputTokens: countOf(fields["output_tokens"]),
    reasoningTokens: countOf(fields["reasoning_output_tokens"]),
  });
  return Object.keys(usage).length === 0 ? [] : [{ type: "usage", usage }];
}
