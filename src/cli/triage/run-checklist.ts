import { emitKeypressEvents } from "node:readline";
import type { Io } from "../io.ts";
import { asPasted, type Key } from "./edit-line.ts";
import { press } from "./press.ts";
import type { TriageState } from "./state.ts";

/** A terminal that tells keys one by one and can be drawn on. */
export interface KeyTerminal {
  readonly input: NodeJS.ReadableStream & { setRawMode(isRaw: boolean): unknown };
  readonly output: {
    write(text: string): unknown;
    readonly columns?: number;
    readonly rows?: number;
    on?(event: "resize", listener: () => void): unknown;
    off?(event: "resize", listener: () => void): unknown;
  };
}

/** The terminal of the process; undefined where there is none, or one that cannot be drawn on. */
export function keyTerminal({ stdin, stdout, env }: Io): KeyTerminal | undefined {
  if (stdin?.isTTY !== true || stdout.isTTY !== true || env["TERM"] === "dumb") return undefined;
  const input = stdin as KeyTerminal["input"];
  return typeof input.setRawMode === "function" ? { input, output: stdout as KeyTerminal["output"] } : undefined;
}

/** How large the terminal is; the usual size where it does not say. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Shows a checklist on a screen of its own until the person leaves it. Whatever happens, the terminal is given back as it
 * was. Ctrl-C, SIGTERM, SIGHUP and a terminal that goes away are an interruption.
 */
export function runChecklist(
  start: TriageState,
  draw: (state: TriageState, size: Size) => Promise<readonly string[]>,
  terminal: KeyTerminal,
): Promise<TriageState> {
  const { output } = terminal;
  return new Promise((resolve, reject) => {
    let state = start;
    let isOver = false;
    let drawing: Promise<void> = Promise.resolve();
    const redraw = async (): Promise<void> => {
      const lines = isOver ? [] : await draw(state, { columns: output.columns || 80, rows: output.rows || 24 });
      // From the corner, each line cleared behind its text: nothing flickers, and the screen never scrolls.
      if (!isOver) output.write(`\u001b[H${lines.map((line) => `${line}\u001b[K`).join("\r\n")}\u001b[J`);
    };
    const show = (): void => {
      drawing = drawing.then(redraw).catch((error: unknown) => end(() => reject(error)));
    };
    const end = (settle: () => void): void => {
      if (isOver) return;
      isOver = true;
      release();
      settle();
    };
    const take = (next: TriageState): void => {
      state = next;
      if (state.outcome === undefined) show();
      else end(() => resolve(state));
    };
    const release = holdTerminal(terminal, {
      onKey: (key) => take(press(state, key)),
      onResize: show,
      onEnd: () => take({ ...state, outcome: "interrupted" }),
    });
    show();
  });
}

interface Listeners {
  readonly onKey: (key: Key) => void;
  readonly onResize: () => void;
  readonly onEnd: () => void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Takes the terminal: keys one by one, pasted text told apart, a screen beside the user's, no cursor. Returns what gives it back. */
function holdTerminal({ input, output }: KeyTerminal, { onKey, onResize, onEnd }: Listeners): () => void {
  let isPasting = false;
  const onKeypress = (_text: string | undefined, key: Key): void => {
    if (key.name === "paste-start" || key.name === "paste-end") isPasting = key.name === "paste-start";
    else onKey(isPasting ? asPasted(key) : key);
  };
  const restore = (): void => {
    output.write("\u001b[?2004l\u001b[?25h\u001b[?1049l");
    input.setRawMode(false);
  };
  // Whatever ends the process, the shell gets its terminal back.
  process.once("exit", restore);
  for (const signal of SIGNALS) process.once(signal, onEnd);
  emitKeypressEvents(input);
  input.on("keypress", onKeypress);
  input.on("end", onEnd);
  output.on?.("resize", onResize);
  input.setRawMode(true);
  input.resume();
  output.write("\u001b[?1049h\u001b[?25l\u001b[?2004h");
  return () => {
    process.removeListener("exit", restore);
    for (const signal of SIGNALS) process.removeListener(signal, onEnd);
    input.removeListener("keypress", onKeypress);
    input.removeListener("end", onEnd);
    output.off?.("resize", onResize);
    restore();
    // Else the open terminal keeps the process alive.
    input.pause();
  };
}
