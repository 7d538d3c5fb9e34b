import type { AgentEnd, AgentEvent, ToolEvent } from "#model/agent/agent-event.ts";
import { forgetOldest } from "../forget-oldest.ts";
import type { AgentExit, AgentReader } from "../agent-adapter.ts";
import { countOf, type Fields, fieldsOf, parseLine, textOf } from "../json-line.ts";
import { endOfClaude } from "./claude-end.ts";
import { ClaudeText } from "./claude-text.ts";
import { readClaudeCall, readClaudeResult } from "./claude-tools.ts";
import { readClaudeUsage, RunningUsage } from "./claude-usage.ts";

/** Reads the stream of one run of Claude Code. */
export function createClaudeReader(): AgentReader {
  return new ClaudeReader();
}

class ClaudeReader implements AgentReader {
  readonly #text = new ClaudeText();
  readonly #usage = new RunningUsage();
  readonly #calls = new Map<string, ToolEvent>();
  #model: string | undefined;
  #result: Fields | undefined;
  #error: string | undefined;
  #waitSeconds: number | undefined;
  #hasBegun = false;

  line(text: string): AgentEvent[] {
    const fields = parseLine(text) ?? {};
    // A subagent's text is not part of the review. We configure none, but a user's setup may.
    if (textOf(fields["parent_tool_use_id"]) !== undefined) return [];
    switch (fields["type"]) {
      case "system":
        return this.#system(fields);
      case "stream_event":
        return this.#goOn(this.#streamed(fieldsOf(fields["event"]), fields));
      case "assistant":
        return this.#goOn(this.#assistant(fields));
      case "user":
        return this.#goOn(this.#results(fields));
      case "result":
        return this.#finish(fields);
      default:
        return [];
    }
  }

  end(exit: AgentExit): AgentEnd {
    return endOfClaude({
      result: this.#result,
      error: this.#error,
      hasText: this.#text.hasText,
      hasBegun: this.#hasBegun,
      waitSeconds: this.#waitSeconds,
      exit,
    });
  }

  /** A result is final only if nothing of the conversation follows it. */
  #goOn(events: AgentEvent[]): AgentEvent[] {
    this.#hasBegun = true;
    this.#result = undefined;
    return events;
  }

  #system(fields: Fields): AgentEvent[] {
    switch (fields["subtype"]) {
      case "init": {
        this.#hasBegun = true;
        this.#model = textOf(fields["model"]);
        const tools = Array.isArray(fields["tools"])
          ? fields["tools"].filter((one) => typeof one === "string")
          : undefined;
        const version = textOf(fields["claude_code_version"]);
        return [{ type: "begin", model: this.#model, version, tools }];
      }
      case "api_retry":
        return [this.#retry(fields)];
      case "informational":
      case "model_refusal_no_fallback":
        return textOf(fields["content"]) === undefined
          ? []
          : [{ type: "oddity", text: textOf(fields["content"]) ?? "" }];
      default:
        return [];
    }
  }

  #retry(fields: Fields): AgentEvent {
    const delay = countOf(fields["retry_delay_ms"]);
    const waitSeconds = delay === undefined ? undefined : delay / 1000;
    const status = countOf(fields["error_status"]);
    // Its own delays are never whole seconds. Whole seconds are what the server asked for.
    if (status === 429 || status === 529)
      this.#waitSeconds = delay === undefined || delay % 1000 !== 0 ? undefined : waitSeconds;
    const reason = textOf(fields["error"]) ?? "unknown";
    return { type: "retry", reason, status, waitSeconds, attempt: countOf(fields["attempt"]) };
  }

  #streamed(event: Fields, around: Fields): AgentEvent[] {
    switch (event["type"]) {
      case "message_start": {
        const message = fieldsOf(event["message"]);
        const usage = this.#usage.begin(readClaudeUsage(fieldsOf(message["usage"])));
        return [...this.#text.stop(true), ...this.#answeredBy(message), { type: "usage", usage }];
      }
      case "content_block_delta":
        return this.#delta(fieldsOf(event["delta"]));
      case "message_delta":
        return [{ type: "usage", usage: this.#usage.update(readClaudeUsage(fieldsOf(event["usage"]))) }];
      case "message_stop":
        return this.#text.stop(around["abandoned_blocks"] !== undefined);
      default:
        return [];
    }
  }

  #delta(delta: Fields): AgentEvent[] {
    const text = textOf(delta["text"]);
    const thought = textOf(delta["thinking"]);
    if (delta["type"] === "text_delta" && text !== undefined) return this.#text.delta(text);
    if (delta["type"] === "thinking_delta" && thought !== undefined) return [{ type: "thought", text: thought }];
    return [];
  }

  /** A finished block. Errors have the same form, with a made-up model, and are not part of the review. */
  #assistant(fields: Fields): AgentEvent[] {
    const message = fieldsOf(fields["message"]);
    if (fields["is_api_error_message"] === true || message["model"] === "<synthetic>") {
      this.#error = textOf(fields["api_error"]) ?? textOf(fields["error"]) ?? this.#error;
      return [];
    }
    const events = this.#answeredBy(message);
    for (const block of contentOf(message)) {
      const text = textOf(block["text"]);
      if (block["type"] === "text" && text !== undefined) events.push(...this.#text.block(text));
      if (block["type"] === "tool_use") events.push(...this.#call(block));
    }
    return events;
  }

  #answeredBy({ model }: Fields): AgentEvent[] {
    const name = textOf(model);
    if (name === undefined || name === this.#model) return [];
    this.#model = name;
    return [{ type: "model", model: name }];
  }

  #call(block: Fields): AgentEvent[] {
    const call = readClaudeCall(block);
    if (call === undefined || this.#calls.has(call.id)) return [];
    this.#calls.set(call.id, call);
    forgetOldest(this.#calls);
    return [...this.#text.end(), call];
  }

  #results(fields: Fields): AgentEvent[] {
    return contentOf(fieldsOf(fields["message"])).flatMap((block) => {
      const id = textOf(block["tool_use_id"]) ?? "";
      const call = this.#calls.get(id);
      if (block["type"] !== "tool_result" || call === undefined || call.state !== "begun") return [];
      const result = readClaudeResult(call, block, fields);
      // The output is not kept because it may be large.
      this.#calls.set(id, { ...call, state: result.state });
      return [result];
    });
  }

  #finish(fields: Fields): AgentEvent[] {
    this.#result = fields;
    const usage = this.#usage.finish(fields);
    return [...this.#text.stop(false), ...(Object.keys(usage).length === 0 ? [] : [{ type: "usage", usage } as const])];
  }
}

function contentOf({ content }: Fields): Fields[] {
  return Array.isArray(content) ? content.map(fieldsOf) : [];
}
