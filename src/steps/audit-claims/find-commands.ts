import { plainCommand, type PreparedCommand } from "./prepare-log.ts";
import { onlyShows, runnersIn } from "./programs.ts";

/** The logged commands that ran what a review names: the same words, or the same kind of program. */
export function findCommand(named: string, all: readonly PreparedCommand[]): readonly PreparedCommand[] {
  const log = onlyShows(named) ? all : all.filter(({ isShow }) => !isShow);
  const wanted = plainCommand(named);
  const same = log.filter(({ plain }) => plain.includes(wanted));
  if (same.length > 0) return same;
  const runners = [...runnersIn(named)].filter((name) => name !== "script");
  if (runners.length > 0) return log.filter((each) => runners.some((name) => each.runners.has(name)));
  const words = wordsOf(wanted);
  return log.filter(({ plain }) => hasMost(words, new Set(wordsOf(plain))));
}

/** Whether a logged command is the named one and nothing more than a change of folder or a shortened output. */
export function isSameCommand(named: string, command: string): boolean {
  const core = plainCommand(command)
    .replace(/^cd \S+ (?:&&|;) /, "")
    .replace(/(?: 2>&1| \|& ?cat| \| (?:tail|head|cat)(?: -\S+)*(?: \d+)?)+$/, "");
  return core === plainCommand(named);
}

/** The logged commands that hold most of the lines of a script. */
export function findScript(script: string, log: readonly PreparedCommand[]): readonly PreparedCommand[] {
  const lines = linesOf(script);
  if (lines.length === 0) return [];
  const holding = new Set<PreparedCommand>();
  let held = 0;
  for (const line of lines) {
    const holders = log.filter(({ plain }) => plain.includes(line));
    for (const each of holders) holding.add(each);
    if (holders.length > 0) held += 1;
  }
  if (held >= lines.length / 2) return [...holding];
  // One line that was run in other words.
  return lines.length === 1 ? findCommand(script.trim(), log) : [];
}

function linesOf(script: string): string[] {
  return script
    .split("\n", MAX_LINES)
    .map((line) => plainCommand(line))
    .filter((line) => line.length >= MIN_LENGTH && !/^(?:#|\/\/|set -|cd |EOF$|import |from )/.test(line));
}

const MIN_LENGTH = 4;
const MAX_LINES = 200;

function hasMost(words: readonly string[], have: ReadonlySet<string>): boolean {
  const [program] = words;
  if (program === undefined || !have.has(program)) return false;
  return words.filter((word) => have.has(word)).length >= words.length * 0.6;
}

const wordsOf = (line: string): string[] => line.split(" ").filter((word) => word !== "");
