import type { AgentEvent } from "#model/agent/agent-event.ts";

/**
 * Turns the deltas and the finished blocks of a stream into text that is told once. A finished block comes right after
 * its deltas and says the same again. A block whose stream broke comes again from its start, in the next answer.
 */
export class ClaudeText {
  /** What was told of the block that has begun and not ended. */
  #open: string | undefined;
  /** The open block is one that its stream broke off. */
  #isBroken = false;
  #hasText = false;

  /** Whether anything was said that is more than white space. */
  get hasText(): boolean {
    return this.#hasText;
  }

  /** The next piece of the open block. */
  delta(text: string): AgentEvent[] {
    const events = [...this.#replaceBroken(), this.#tell(text)];
    this.#open = (this.#open ?? "") + text;
    return events;
  }

  /** A finished block. */
  block(text: string): AgentEvent[] {
    const events = this.#replaceBroken();
    const told = this.#open ?? "";
    this.#open = undefined;
    if (!text.startsWith(told)) return [...events, { type: "text:void" }, this.#tell(text), { type: "text:end" }];
    const rest = text.slice(told.length);
    return [...events, ...(rest === "" ? [] : [this.#tell(rest)]), { type: "text:end" }];
  }

  /** An answer is over: what is open now will not go on. */
  stop(isBroken: boolean): AgentEvent[] {
    if (this.#open === undefined) return [];
    this.#isBroken = isBroken;
    return isBroken ? [] : this.end();
  }

  /** Something else than text follows: what was said stays said. */
  end(): AgentEvent[] {
    if (this.#open === undefined) return [];
    this.#open = undefined;
    this.#isBroken = false;
    return [{ type: "text:end" }];
  }

  #tell(text: string): AgentEvent {
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
