import type { LoggedCommand } from "#model/panel/command-log.ts";
import { runnersIn } from "./programs.ts";

/** The logged commands that ran what a review names: the same words, or the same kind of program. */
export function findCommand(named: string, log: readonly LoggedCommand[]): readonly LoggedCommand[] {
  const wanted = normal(named);
  const same = log.filter(({ command }) => normal(command).includes(wanted));
  if (same.length > 0) return same;
  const runners = [...runnersIn(named)].filter((name) => name !== "script");
  if (runners.length > 0) return log.filter(({ command }) => runners.some((name) => runnersIn(command).has(name)));
  const words = wordsOf(wanted);
  return log.filter(({ command }) => hasMost(words, new Set(wordsOf(normal(command)))));
}

/** Whether a logged command is the named one and nothing more than a change of folder or a shortened output. */
export function isSameCommand(named: string, command: string): boolean {
  const core = normal(command)
    .replace(/^cd \S+ (?:&&|;) /, "")
    .replace(/(?: 2>&1| \|& ?cat| \| (?:tail|head|cat)(?: -\S+)*(?: \d+)?)+$/, "");
  return core === normal(named);
}

/** The logged commands that hold most of the lines of a script. */
export function findScript(script: string, log: readonly LoggedCommand[]): readonly LoggedCommand[] {
  const lines = linesOf(script);
  if (lines.length === 0) return [];
  const found = log.map((each) => {
    const command = normal(each.command);
    return { each, held: lines.filter((line) => command.includes(line)).length };
  });
  const held = lines.filter((line) => log.some(({ command }) => normal(command).includes(line))).length;
  const holding = found.flatMap((one) => (one.held > 0 ? [one.each] : []));
  if (held >= lines.length / 2) return holding;
  // One line that was run in other words.
  return lines.length === 1 ? findCommand(script.trim(), log) : [];
}

function linesOf(script: string): string[] {
  return script
    .split("\n")
    .map((line) => normal(line))
    .filter((line) => line.length >= MIN_LENGTH && !/^(?:#|\/\/|set -|cd |EOF$|import |from )/.test(line));
}

const MIN_LENGTH = 4;

function hasMost(words: readonly string[], have: ReadonlySet<string>): boolean {
  const [program] = words;
  if (program === undefined || !have.has(program)) return false;
  return words.filter((word) => have.has(word)).length >= words.length * 0.6;
}

const wordsOf = (line: string): string[] => line.split(" ").filter((word) => word !== "");

/** Without folders of the desk, quotes and variables before the program. */
function normal(text: string): string {
  return text
    .replaceAll(/(?:\/[\w.@+~-]+)+\/code\/?/g, "")
    .replaceAll(/["'\\]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^(?:\$ |\w+=\S* )+/, "")
    .replace(/^\.\//, "");
}
