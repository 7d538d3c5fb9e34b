import type { Readable, Writable } from "node:stream";
import { interruptible } from "./interruptible.ts";
import { type Io, wantsColor } from "./io.ts";

/** A terminal on which a person can answer questions. */
export interface PromptTerminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** The terminal of the process; undefined if there is none, or if it cannot be drawn on. */
export function promptTerminal(io: Io, output: Io["stdout"]): PromptTerminal | undefined {
  const { stdin, env } = io;
  if (stdin?.isTTY !== true || output.isTTY !== true || env["TERM"] === "dumb") return undefined;
  return { input: stdin as Readable, output: (wantsColor(io, output) ? output : withoutColors(output)) as Writable };
}

/** On Node 20 the prompt library does not respect `NO_COLOR`. */
function withoutColors(output: Io["stdout"]): Io["stdout"] {
  const write = (text: string): boolean => output.write(text.replaceAll(COLORS, ""));
  return Object.create(output, { write: { value: write } }) as Io["stdout"];
}

// oxlint-disable-next-line no-control-regex
const COLORS = /\u001b\[[\d;]*m/g;

/** An answer; `back` after Escape; `stopped` after Ctrl-C, Ctrl-D, SIGTERM, SIGHUP or a closed terminal. */
export type Answer<Value> = { readonly value: Value } | "back" | "stopped";

type Prompts = typeof import("@clack/prompts");

/** Asks one question with the prompt library, which is loaded only now. */
export async function ask<Value>(
  { input, output }: PromptTerminal,
  question: (prompts: Prompts, where: PromptTerminal & { readonly signal: AbortSignal }) => Promise<Value>,
): Promise<Answer<Exclude<Value, symbol>>> {
  const prompts = await import("@clack/prompts");
  const end = new AbortController();
  let isStopped = false;
  let answer: Answer<Exclude<Value, symbol>> = "back";
  const stop = (): void => {
    isStopped = true;
    end.abort();
  };
  // The library cancels after Escape and after Ctrl-C, and does not notice that Ctrl-D has closed its input.
  const onKey = (
    _text: string | undefined,
    { ctrl, name }: { readonly ctrl?: boolean; readonly name?: string },
  ): void => {
    if (ctrl !== true || (name !== "c" && name !== "d")) return;
    isStopped = true;
    if (name === "d") setImmediate(stop);
  };
  input.on("keypress", onKey);
  input.on("end", stop);
  try {
    const isInterrupted = await interruptible(async (signal) => {
      const value = await question(prompts, { input, output, signal: AbortSignal.any([signal, end.signal]) });
      if (typeof value !== "symbol") answer = { value: value as Exclude<Value, symbol> };
    });
    return isStopped || isInterrupted ? "stopped" : answer;
  } finally {
    input.off("keypress", onKey);
    input.off("end", stop);
    // An open terminal would keep the process alive.
    input.pause();
  }
}

/** Asks for a reason in one line, until there is one. */
export function askReason(terminal: PromptTerminal, message: string): Promise<Answer<string>> {
  return ask(terminal, async ({ text }, where) => {
    const reason = await text({
      ...where,
      message,
      validate: (given) => (given?.trim() ? undefined : "Give a reason"),
    });
    return typeof reason === "string" ? reason.trim() : reason;
  });
}
