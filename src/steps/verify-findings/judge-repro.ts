import type { Demonstration, ReproRun } from "#model/panel/verification.ts";

/** A repro after it was run. */
export interface RanRepro {
  readonly script: string;
  /** The output according to its author. */
  readonly claimed?: string;
  readonly head: ReproRun;
  /** Before the change; absent if there is no base. */
  readonly base?: ReproRun;
}

/** Judges a repro. Compares the output loosely; a script that prints it regardless of the code proves nothing. */
export function judgeRepro(ran: RanRepro): Pick<Demonstration, "outcome" | "why"> {
  const { head, base, claimed = "" } = ran;
  if (head.exitCode === 126 || head.exitCode === 127) {
    return { outcome: "could-not-run", why: `a program that it needs is not here: ${lastLine(head.output)}` };
  }
  return linesOf(claimed).length === 0 ? judgeExit(head, base) : judgeOutput(ran, claimed);
}

function judgeOutput({ script, head, base }: RanRepro, claimed: string): Pick<Demonstration, "outcome" | "why"> {
  if (!prints(head, claimed)) {
    const how = head.exitCode === undefined ? "it did not end in time" : `it ends with ${head.exitCode}`;
    return { outcome: "not-shown", why: `it prints something other than the finding claims; ${how}` };
  }
  if (base === undefined) return { outcome: "shown", why: "it prints what the finding says" };
  if (!prints(base, claimed)) {
    return { outcome: "shown", why: "it prints what the finding says, and did not before the change" };
  }
  // What only an `echo` prints was not shown by the code.
  if (linesOf(claimed).every((line) => normal(script).includes(line))) {
    return { outcome: "not-shown", why: "it prints words of its own, before the change as well" };
  }
  return { outcome: "shown", why: "it prints what the finding says; it did before the change, too" };
}

function judgeExit(head: ReproRun, base: ReproRun | undefined): Pick<Demonstration, "outcome" | "why"> {
  const fails = head.exitCode !== undefined && head.exitCode !== 0;
  if (fails && base?.exitCode === 0) {
    return { outcome: "shown", why: `it ends with ${head.exitCode} after the change and with 0 before` };
  }
  const how = head.exitCode === undefined ? "it did not end in time" : `it ends with ${head.exitCode}`;
  return { outcome: "not-shown", why: `${how}, and the finding does not state the expected output` };
}

/** The share of the claimed lines that must be printed. */
const ENOUGH = 0.6;
const MAX_LINES = 500;

function prints({ output }: ReproRun, claimed: string): boolean {
  const wanted = linesOf(claimed).slice(0, MAX_LINES);
  const printed = normal(output);
  const found = wanted.filter((line) => printed.includes(line)).length;
  return wanted.length > 0 && found >= wanted.length * ENOUGH;
}

function linesOf(text: string): string[] {
  return normal(text)
    .split("\n")
    .filter((line) => line !== "" && line !== "…");
}

/** Without what differs from run to run: white space, times, addresses, temporary folders. */
function normal(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) =>
      line
        .slice(0, 1000)
        .replaceAll(/\b\d+(?:\.\d+)?\s?(?:ms|µs|ns|s|sec|seconds)\b/g, "#")
        .replaceAll(/\b\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?\b/g, "#")
        .replaceAll(/\b0x[0-9a-f]+\b/gi, "#")
        .replaceAll(/(?:\/[\w.@+-]+)+\/(?=[\w.-])/g, "")
        .replaceAll(/\s+/g, " ")
        .replaceAll("...", "…")
        .trim(),
    )
    .join("\n");
}

function lastLine(output: string): string {
  const line = output.trimEnd().split("\n").at(-1)?.trim() ?? "";
  return line === "" ? "it says nothing" : line.slice(0, 200);
}
