import type { ReproRun } from "#model/panel/verification.ts";
import { normalOutput } from "./compare-output.ts";

/** A shell's exit codes for a program that is not there or may not be run. */
export const isMissingProgram = ({ exitCode }: Pick<ReproRun, "exitCode">): boolean =>
  exitCode === 126 || exitCode === 127;

/** Messages about a file, a name or an option that is not there: a script that was written for other code. */
const MISSING = [
  /no such file or directory|does not exist|cannot (?:open|stat|access)\b|ENOENT/i,
  /cannot find (?:module|package|name|symbol)|ModuleNotFoundError|ImportError|ERR_MODULE_NOT_FOUND|ERR_PACKAGE_PATH/i,
  /no required module provides|is not in (?:std|GOROOT)|no (?:non-test )?Go files|go\.mod file not found|cannot find main module|unresolved import|cannot find .{1,80} in this scope/i,
  /does not provide an export|has no exported member|cannot import name/i,
  /is not a (?:function|constructor)|has no attribute|is not defined|^.{0,80}\bundefined: \w|undefined (?:method|local variable)/im,
  /unexpected keyword argument|takes \d+ positional argument|missing \d+ required|(?:too many|not enough) arguments/i,
  /(?:unknown|unrecognized|unrecognised|invalid|illegal|unexpected) (?:option|flag|argument|command|subcommand|switch)|bad option|flag provided but not defined/i,
  /command not found|: not found$|no such (?:command|option|table|column)/im,
];

/** Messages of code that does not even start: what a patch must not cause. */
const BROKEN = [
  /SyntaxError|IndentationError|ParseError|syntax error|unexpected (?:token|end of)|unterminated/i,
  /ReferenceError|NameError|TypeError|build failed|\[setup failed\]|could not compile|does not compile|panic: |segmentation fault/i,
];

const LONGEST = 200;

/** The message with which a run fails for want of something that the head has. Undefined: there is none. */
export function findMissing(run: ReproRun, head: ReproRun): string | undefined {
  if (isMissingProgram(run) && !isMissingProgram(head)) return lastLine(run.output);
  return newLine(MISSING, run, head);
}

/** The message with which the code itself fails, other than at the head. */
export function findBroken(run: ReproRun, head: ReproRun): string | undefined {
  return findMissing(run, head) ?? newLine(BROKEN, run, head);
}

/** A line like one of these that the run prints and the head does not. */
function newLine(patterns: readonly RegExp[], run: ReproRun, head: ReproRun): string | undefined {
  const known = normalOutput(head.output);
  const line = run.output
    .split(/\r?\n/)
    .map((one) => one.slice(0, 1000))
    .find((one) => patterns.some((pattern) => pattern.test(one)) && !known.includes(normalOutput(one)));
  return line?.trim().slice(0, LONGEST);
}

/** The last line of an output, for a reason. */
export function lastLine(output: string): string {
  const line = output.trimEnd().split("\n").at(-1)?.trim() ?? "";
  return line === "" ? "it says nothing" : line.slice(0, LONGEST);
}
