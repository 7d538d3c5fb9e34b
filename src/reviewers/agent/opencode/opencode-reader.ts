import type { AgentEnd, AgentEvent } from "#model/agent/agent-event.ts";
import type { Usage } from "#model/panel/reviewer.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { forgetOldest } from "../forget-oldest.ts";
import type { AgentExit, AgentReader } from "../agent-adapter.ts";
import { countOf, type Fields, fieldsOf, parseLine, textOf } from "../json-line.ts";
import { NO_TEXT } from "../../failure-kind.ts";
import { endFailure, errorFailure } from "./opencode-failure.ts";
import { createOpencodeRetryReader } from "./opencode-retries.ts";
import { isOpencodeShortened, readTool } from "./opencode-tools.ts";

/** Reads the stream of one run of opencode. */
export function createOpencodeReader(): AgentReader {
  return new OpencodeReader();
}

class OpencodeReader implements AgentReader {
  readonly complaint = createOpencodeRetryReader();
  readonly #ended = new Set<string>();
  #usage: Usage | undefined;
  #hasBegun = false;
  #hasText = false;
  #reason: string | undefined;
  #error: Fields | undefined;

  line(text: string): AgentEvent[] {
    const fields = parseLine(text) ?? {};
    const part = fieldsOf(fields["part"]);
    switch (fields["type"]) {
      case "step_start":
        return this.#begin();
      case "text":
        return this.#text(part);
      case "reasoning":
        return thoughtIn(part);
      case "tool_use":
        return this.#tool(part);
      case "step_finish":
        return this.#finish(part);
      case "error":
        this.#error = fieldsOf(fields["error"]);
        return [];
      default:
        return [];
    }
  }

  /** It succeeded if it exited with 0 and without an error, its last step ended normally, and there was some text. */
  end(exit: AgentExit): AgentEnd {
    if (this.#error !== undefined) return errorFailure(this.#error);
    if (exit.code !== 0 || this.#reason !== "stop") return endFailure(exit.code === 0 ? this.#reason : undefined, exit);
    return this.#hasText ? { ok: true } : NO_TEXT;
  }

  /** opencode does not name the model that answers. */
  #begin(): AgentEvent[] {
    this.#reason = undefined;
    if (this.#hasBegun) return [];
    this.#hasBegun = true;
    return [{ type: "begin" }];
  }

  #text(part: Fields): AgentEvent[] {
    const text = textOf(part["text"]);
    if (text === undefined) return [];
    this.#hasText ||= text.trim() !== "";
    return [{ type: "text", text }, { type: "text:end" }];
  }

  #tool(part: Fields): AgentEvent[] {
    const event = readTool(part);
    if (event === undefined || this.#ended.has(event.id)) return [];
    this.#ended.add(event.id);
    forgetOldest(this.#ended);
    if (!isOpencodeShortened(event)) return [event];
    return [event, { type: "oddity", text: `Long lines of ${event.paths.join(", ")} were shown truncated.` }];
  }

  #finish(part: Fields): AgentEvent[] {
    this.#reason = textOf(part["reason"]);
    const used = usageOf(part);
    if (used === undefined) return [];
    this.#usage = this.#usage === undefined ? used : sum(this.#usage, used);
    return [{ type: "usage", usage: this.#usage }];
  }
}

function thoughtIn(part: Fields): AgentEvent[] {
  const text = textOf(part["text"]);
  return text === undefined ? [] : [{ type: "thought", text }];
}

/** The usage of one step. `input` excludes cached tokens, `output` excludes reasoning. */
function usageOf(part: Fields): Usage | undefined {
  const tokens = fieldsOf(part["tokens"]);
  const cache = fieldsOf(tokens["cache"]);
  const [input, output] = [countOf(tokens["input"]), countOf(tokens["output"])];
  if (input === undefined || output === undefined || (input === 0 && output === 0)) return undefined;
  const [cachedTokens, reasoningTokens] = [countOf(cache["read"]) ?? 0, countOf(tokens["reasoning"]) ?? 0];
  return omitUndefined({
    inputTokens: input + cachedTokens + (countOf(cache["write"]) ?? 0),
    cachedTokens,
    outputTokens: output + reasoningTokens,
    reasoningTokens,
    costUsd: costOf(part["cost"]),
  });
}

/** opencode reports 0 for models whose price it does not know. */
function costOf(cost: unknown): number | undefined {
  return typeof cost === "number" && Number.isFinite(cost) && cost > 0 ? cost : undefined;
}

function sum(one: Usage, other: Usage): Usage {
  const add = (name: keyof Usage): number => (one[name] ?? 0) + (other[name] ?? 0);
  return omitUndefined({
    inputTokens: add("inputTokens"),
    cachedTokens: add("cachedTokens"),
    outputTokens: add("outputTokens"),
    reasoningTokens: add("reasoningTokens"),
    costUsd: add("costUsd") || undefined,
  });
}
