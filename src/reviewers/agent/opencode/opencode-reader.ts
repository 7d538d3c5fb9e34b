import type { AgentEnd, AgentEvent } from "#model/agent/agent-event.ts";
import type { Usage } from "#model/panel/reviewer.ts";
import { forgetOldest } from "../forget-oldest.ts";
import type { AgentExit, AgentReader } from "../agent-adapter.ts";
import { countOf, type Fields, fieldsOf, parseLine, textOf } from "../json-line.ts";
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

  /** It went well when it left with 0, told of no error, and its last step ended by itself with something said. */
  end(exit: AgentExit): AgentEnd {
    if (this.#error !== undefined) return errorFailure(this.#error);
    if (exit.code !== 0 || this.#reason !== "stop") return endFailure(exit.code === 0 ? this.#reason : undefined, exit);
    return this.#hasText ? { ok: true } : { ok: false, kind: "empty", message: "It ended well and said nothing." };
  }

  /** It does not say which model answers: that it begins is all there is to tell. */
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
    return [event, { type: "oddity", text: `Long lines of ${event.paths.join(", ")} were shown shortened.` }];
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

/** What one step used. `input` is without what came from the cache, `output` without the reasoning. */
function usageOf(part: Fields): Usage | undefined {
  const tokens = fieldsOf(part["tokens"]);
  const cache = fieldsOf(tokens["cache"]);
  const [input, output] = [countOf(tokens["input"]), countOf(tokens["output"])];
  if (input === undefined || output === undefined || (input === 0 && output === 0)) return undefined;
  const [cachedTokens, reasoningTokens] = [countOf(cache["read"]) ?? 0, countOf(tokens["reasoning"]) ?? 0];
  return {
    inputTokens: input + cachedTokens + (countOf(cache["write"]) ?? 0),
    cachedTokens,
    outputTokens: output + reasoningTokens,
    reasoningTokens,
    ...costOf(part["cost"]),
  };
}

/** It tells 0 for models whose price it does not know, which is unknown rather than free. */
function costOf(cost: unknown): Pick<Usage, "costUsd"> {
  return typeof cost === "number" && Number.isFinite(cost) && cost > 0 ? { costUsd: cost } : {};
}

function sum(one: Usage, other: Usage): Usage {
  const add = (name: keyof Usage): number => (one[name] ?? 0) + (other[name] ?? 0);
  const costUsd = add("costUsd");
  return {
    inputTokens: add("inputTokens"),
    cachedTokens: add("cachedTokens"),
    outputTokens: add("outputTokens"),
    reasoningTokens: add("reasoningTokens"),
    ...(costUsd > 0 ? { costUsd } : {}),
  };
}
