import type { AgentEnd, AgentEvent } from "#model/agent/agent-event.ts";
import type { Usage } from "#model/panel/reviewer.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { forgetOldest } from "../forget-oldest.ts";
import type { AgentExit, AgentReader } from "../agent-adapter.ts";
import { countOf, type Fields, fieldsOf, parseLine, textOf } from "../json-line.ts";
import { NO_TEXT } from "../../failure-kind.ts";
import { geminiFailure } from "./gemini-failure.ts";
import { createGeminiRetryReader } from "./gemini-retries.ts";
import { type GeminiCall, isGeminiShortened, readGeminiCall, readGeminiResult } from "./gemini-tools.ts";

/** Reads the stream of one run of Gemini CLI. */
export function createGeminiReader(): AgentReader {
  return new GeminiReader();
}

class GeminiReader implements AgentReader {
  readonly complaint = createGeminiRetryReader();
  readonly #calls = new Map<string, GeminiCall>();
  #hasOpenText = false;
  #hasText = false;
  #status: string | undefined;
  #problem: string | undefined;
  #isLoop = false;

  line(text: string): AgentEvent[] {
    const fields = parseLine(text) ?? {};
    switch (fields["type"]) {
      case "init":
        return [{ type: "begin", model: modelIn(textOf(fields["model"])) }];
      case "message":
        return this.#message(fields);
      case "tool_use":
        return [...this.#closeText(), ...this.#call(fields)];
      case "tool_result":
        return [...this.#closeText(), ...this.#result(fields)];
      case "error":
        return [...this.#closeText(), ...this.#error(fields)];
      case "result":
        this.#status = textOf(fields["status"]);
        this.#problem = textOf(fieldsOf(fields["error"])["message"]) ?? this.#problem;
        return [...this.#closeText(), ...readStats(fieldsOf(fields["stats"]))];
      default:
        return [];
    }
  }

  /** It succeeded if it reports success, wrote some text and exited with 0. The exit code alone is also 0 after a signal. */
  end(exit: AgentExit): AgentEnd {
    if (this.#status !== "success" || exit.code !== 0) {
      return geminiFailure(this.#status === undefined ? undefined : this.#problem, exit);
    }
    if (this.#isLoop) return { ok: false, kind: "limit", message: "It detected a loop and stopped itself." };
    return this.#hasText ? { ok: true } : NO_TEXT;
  }

  #message({ role, content }: Fields): AgentEvent[] {
    const text = textOf(content);
    if (role !== "assistant" || text === undefined) return [];
    this.#hasOpenText = true;
    this.#hasText ||= text.trim() !== "";
    return [{ type: "text", text }];
  }

  #closeText(): AgentEvent[] {
    if (!this.#hasOpenText) return [];
    this.#hasOpenText = false;
    return [{ type: "text:end" }];
  }

  #call(fields: Fields): AgentEvent[] {
    const call = readGeminiCall(fields);
    if (call === undefined || this.#calls.has(call.id)) return [];
    this.#calls.set(call.id, call);
    forgetOldest(this.#calls);
    return [{ type: "tool", ...call, state: "begun" }];
  }

  #result(fields: Fields): AgentEvent[] {
    const id = textOf(fields["tool_id"]) ?? "";
    const call = this.#calls.get(id);
    if (call === undefined) return [];
    this.#calls.delete(id);
    const event = readGeminiResult(fields, call);
    if (!isGeminiShortened(fields)) return [event];
    return [event, { type: "oddity", text: `Long lines of ${call.paths.join(", ")} were shown truncated.` }];
  }

  #error({ message, severity }: Fields): AgentEvent[] {
    const text = textOf(message);
    if (text === undefined) return [];
    if (severity === "error") this.#problem = text;
    // Gemini reports this as a warning, and then success.
    this.#isLoop ||= text.startsWith("Loop detected");
    return [{ type: "oddity", text }];
  }
}

/** An alias is what was requested, not the model that answers. */
const modelIn = (name: string | undefined): string | undefined => (ALIASES.includes(name ?? "") ? undefined : name);

const ALIASES = ["auto", "pro", "flash", "flash-lite"];

/**
 * Tokens and models, which come only at the end. All zero means that no answer came, so the usage is unknown. The model
 * that wrote most is reported last.
 */
function readStats(stats: Fields): AgentEvent[] {
  const total = countOf(stats["total_tokens"]) ?? 0;
  const input = countOf(stats["input_tokens"]);
  if (total === 0 || input === undefined) return [];
  const models = Object.entries(fieldsOf(stats["models"]))
    .filter(([name, used]) => name !== "" && tokensOf(used) > 0)
    .sort(([, one], [, other]) => tokensOf(one) - tokensOf(other))
    .map(([model]): AgentEvent => ({ type: "model", model }));
  return [...models, { type: "usage", usage: readUsage(stats, { total, input }) }];
}

const tokensOf = (used: unknown): number => countOf(fieldsOf(used)["output_tokens"]) ?? 0;

/** Reasoning is counted only in the total. */
function readUsage(stats: Fields, { total, input }: { total: number; input: number }): Usage {
  const output = countOf(stats["output_tokens"]);
  const thought = output === undefined ? -1 : total - input - output;
  return omitUndefined({
    inputTokens: input,
    cachedTokens: countOf(stats["cached"]),
    outputTokens: output === undefined ? undefined : output + Math.max(0, thought),
    reasoningTokens: thought < 0 ? undefined : thought,
  });
}
