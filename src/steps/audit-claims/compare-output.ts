import type { LoggedCommand } from "#model/panel/command-log.ts";
import { plainOutput, type PreparedCommand } from "./prepare-log.ts";

/** How the lines that a review shows as output compare with what its tools were shown. */
export interface ComparedOutput {
  /** Lines that say something. */
  readonly lines: number;
  /** Those that the log does not hold, as written. */
  readonly missing: readonly string[];
}

/** Looks for each line of `output` in what the commands printed. Times, addresses and folders may differ. */
export function compareOutput(output: string, commands: readonly PreparedCommand[]): ComparedOutput {
  const printed = commands.map((each) => each.printed).join("\n");
  const lines = output.split("\n", MAX_LINES).filter(saysSomething);
  const missing = lines.filter((line) => !pieces(line).every((piece) => printed.includes(piece)));
  return { lines: lines.length, missing };
}

/** Whether all that a command printed is in the log. */
export function isWhole({ output, cut, state }: LoggedCommand): boolean {
  return output !== undefined && cut !== true && state !== "begun";
}

const MAX_LINES = 500;

/** Commands that are repeated above their output, remarks of the author and bare signs say nothing. */
function saysSomething(line: string): boolean {
  const text = line.trim();
  if (/^(?:\$|#|>|\+|%|\/\/|\[|\(|<|=|-)/.test(text) || /^(?:exit|rc|status|code)\b/i.test(text)) return false;
  return text.replaceAll(/[^\p{L}\p{N}]/gu, "").length >= MIN_SIGNS;
}

const MIN_SIGNS = 4;

/** The parts of a line around what its author left out. */
function pieces(line: string): string[] {
  return line
    .split(/\.{3,}|…/)
    .map((piece) => plainOutput(piece).trim())
    .filter((piece) => piece !== "");
}
