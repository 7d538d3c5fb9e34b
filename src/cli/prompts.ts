import { select, text } from "@clack/prompts";
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

/** On Node 20, `styleText` with several styles, which the library uses, ignores `NO_COLOR`. */
function withoutColors(output: Io["stdout"]): Io["stdout"] {
  const write = (text: string): boolean => output.write(text.replaceAll(COLORS, ""));
  return Object.create(output, { write: { value: write } }) as Io["stdout"];
}

// oxlint-disable-next-line no-control-regex
const COLORS = /\u001b\[[\d;]*m/g;

/** The answer to a question; `back` after Escape; `stopped` after Ctrl-C, Ctrl-D, SIGTERM, SIGHUP or a closed terminal. */
export type Reply<Value> = { readonly value: Value } | "back" | "stopped";

/** Asks for one of these options. */
export function askChoice<Value extends string>(
  terminal: PromptTerminal,
  message: string,
  options: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[],
): Promise<Reply<Value>> {
  // The library's own type of an option depends on `Value` in a way that only works for a known type.
  const known = options as readonly { value: string; label: string }[];
  return ask(terminal, (where) => select({ ...where, message, options: [...known] }) as Promise<Value | symbol>);
}

/** Asks for a reason in one line, until there is one. */
export async function askReason(terminal: PromptTerminal): Promise<Reply<string>> {
  const reply = await ask(terminal, (where) => text({ ...where, message: "Reason", validate: requireText }));
  return typeof reply === "string" ? reply : { value: reply.value.trim() };
}

function requireText(given = ""): string | undefined {
  return given.trim() === "" ? "Give a reason" : undefined;
}

async function ask<Value extends string>(
  { input, output }: PromptTerminal,
  question: (where: PromptTerminal & { readonly signal: AbortSignal }) => Promise<Value | symbol>,
): Promise<Reply<Value>> {
  const end = new AbortController();
  let isStopped = false;
  let reply: Reply<Value> = "back";
  const stop = (): void => {
    isStopped = true;
    end.abort();
  };
  // The library cancels both after Escape and after Ctrl-C. It does not notice that Ctrl-D has closed its input.
  const onKey = (_text: unknown, { ctrl, name }: { readonly ctrl?: boolean; readonly name?: string }): void => {
    if (ctrl === true && name === "c") isStopped = true;
    if (ctrl === true && name === "d") setImmediate(stop);
  };
  input.on("keypress", onKey);
  input.on("end", stop);
  try {
    const isInterrupted = await interruptible(async (signal) => {
      const value = await question({ input, output, signal: AbortSignal.any([signal, end.signal]) });
      if (typeof value !== "symbol") reply = { value };
    });
    return isStopped || isInterrupted ? "stopped" : reply;
  } finally {
    input.off("keypress", onKey);
    input.off("end", stop);
    // An open terminal would keep the process alive.
    input.pause();
  }
}
