import type { AgentEvent } from "#model/agent/agent-event.ts";

/**
 * Turns the deltas and finished blocks of a stream into text that is reported once. A finished block follows its deltas
 * and repeats them. A block whose stream broke is repeated from its start in the next answer.
 */
export class ClaudeText {
  /** The text reported so far for the open block. */
  #open: string | undefined;
  /** Whether the stream of the open block broke off. */
  #isBroken = false;
  #hasText = false;

  /** Whether there was any text besides white space. */
  get hasText(): boolean {
    return this.#hasText;
  }

  /** The next piece of the open block. */
  delta(text: string): AgentEvent[] {
    const events = [...this.#replaceBroken(), this.#emit(text)];
    this.#open = (this.#open ?? "") + text;
    return events;
  }

  /** A finished block. */
  block(text: string): AgentEvent[] {
    const events = this.#replaceBroken();
    const emitted = this.#open ?? "";
    this.#open = undefined;
    if (!text.startsWith(emitted)) return [...events, { type: "text:void" }, this.#emit(text), { type: "text:end" }];
    const rest = text.slice(emitted.length);
    return [...events, ...(rest === "" ? [] : [this.#emit(rest)]), { type: "text:end" }];
  }

  /** The answer is over, so the open block will not continue. */
  stop(isBroken: boolean): AgentEvent[] {
    if (this.#open === undefined) return [];
    this.#isBroken = isBroken;
    return isBroken ? [] : this.end();
  }

  /** Something other than text follows. The text so far is final. */
  end(): AgentEvent[] {
    if (this.#open === undefined) return [];
    this.#open = undefined;
    this.#isBroken = false;
    return [{ type: "text:end" }];
  }

  #emit(text: string): AgentEvent {
    this.#hasText ||= /\S/.test(text);
    return { type: "text", text };
  }

  #replaceBroken(): AgentEvent[] {
    if (!this.#isBroken) return [];
    this.#isBroken = false;
    this.#open = undefined;
    return [{ type: "text:void" }];
  }
}
