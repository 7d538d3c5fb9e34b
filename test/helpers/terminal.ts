import { spawn, spawnSync } from "node:child_process";
import xterm from "@xterm/headless";
import { describe } from "vitest";

/** What to run in a terminal, and how that terminal is. */
export interface TerminalRun {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly columns: number;
  readonly rows: number;
  /** Called with the screen whenever something was printed. */
  readonly watch?: (screen: readonly string[], send: (keys: string) => void) => void;
}

/** What stood on the terminal in the end, scrolled-off lines included, and what was sent to it. */
export interface TerminalResult {
  readonly lines: readonly string[];
  readonly sent: string;
  readonly code: number | null;
}

/** Runs a command in a real pseudo-terminal and shows what it prints on an emulated screen. */
export async function runInTerminal(run: TerminalRun): Promise<TerminalResult> {
  const screen = new xterm.Terminal({ cols: run.columns, rows: run.rows, allowProposedApi: true, scrollback: 1000 });
  const size = `stty cols ${run.columns} rows ${run.rows}; exec "$@"`;
  const words = ["bash", "-c", size, "bash", ...run.command].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const child = spawn("script", ["-qfec", words.join(" "), "/dev/null"], { cwd: run.cwd, env: run.env });
  let sent = "";
  child.stdout.on("data", (chunk: Buffer) => {
    sent += chunk.toString();
    screen.write(chunk, () => run.watch?.(linesOf(screen), (keys) => child.stdin.write(keys)));
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  await new Promise<void>((resolve) => screen.write("", resolve));
  return { lines: linesOf(screen), sent, code };
}

function linesOf(screen: xterm.Terminal): string[] {
  const { active } = screen.buffer;
  const lines = Array.from({ length: active.length }, (_, at) => active.getLine(at)?.translateToString(true) ?? "");
  while (lines.at(-1) === "") lines.pop();
  return lines;
}

/** A `describe` that is skipped, and says why, where `script` of util-linux is missing. */
export function describeInTerminal(title: string, body: () => void): void {
  const { stdout } = spawnSync("script", ["--version"], { encoding: "utf8" });
  if (/util-linux/.test(stdout ?? "")) describe(title, body);
  else describe.skip(`${title} (skipped: needs script of util-linux)`, body);
}
