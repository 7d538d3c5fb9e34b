import { emitKeypressEvents } from "node:readline";
import type { Io } from "../io.ts";
import { asPasted, type Key } from "./edit-line.ts";
import { press } from "./press.ts";
import type { TriageState } from "./state.ts";

/** A terminal that reports single keys and can be drawn on. */
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

/** The terminal of the process; undefined if there is none, or if it cannot be drawn on. */
export function keyTerminal({ stdin, stdout, env }: Io): KeyTerminal | undefined {
  if (stdin?.isTTY !== true || stdout.isTTY !== true || env["TERM"] === "dumb") return undefined;
  const input = stdin as KeyTerminal["input"];
  return typeof input.setRawMode === "function" ? { input, output: stdout as KeyTerminal["output"] } : undefined;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Shows a checklist on the alternate screen until the person leaves it, and always restores the terminal. Ctrl-C,
 * SIGTERM, SIGHUP and a closed terminal are an interruption.
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
      // Drawn from the corner, each line cleared after its text, so that nothing flickers or scrolls.
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

/** Sets up single keys, bracketed paste, the alternate screen and no cursor. Returns a function that restores the terminal. */
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
  // Restore it however the process ends.
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
    // An open terminal would keep the process alive.
    input.pause();
  };
}
