import { splitWords } from "../shell-words.ts";

/** One program of a command line with its words. */
export interface SimpleCommand {
  /** Without the folder: `curl`. */
  readonly program: string;
  readonly args: readonly string[];
  /** The program whose output it reads. */
  readonly piped: string | undefined;
  /** Paths that its output is redirected to. */
  readonly written: readonly string[];
}

/** Longer lines are cut, and nested shells are opened to a depth. */
const MAX_LENGTH = 10_000;
const MAX_DEPTH = 3;
const SHELLS = /^(?:ba|z|da|k)?sh$/;

/** The programs that a command line starts, as far as it can be told without running it. Also those of `sh -c '…'`. */
export function splitCommands(line: string, depth = 0): readonly SimpleCommand[] {
  const found: SimpleCommand[] = [];
  let words: string[] = [];
  let piped: string | undefined;
  const take = (): void => {
    const command = readSimple(words, piped);
    words = [];
    if (command === undefined) return;
    found.push(command);
    piped = command.program;
    const script = SHELLS.test(command.program) ? scriptOf(command.args) : undefined;
    if (script !== undefined && depth < MAX_DEPTH) found.push(...splitCommands(script, depth + 1));
  };
  for (const word of splitWords(openParts(line.slice(0, MAX_LENGTH)))) {
    // `2>&1` and `&>file` are one redirection, not the end of a command.
    if (word === "&" && words.at(-1)?.endsWith(">") === true) continue;
    if (!/^[|&;]{1,2}$/.test(word)) {
      words.push(word);
      continue;
    }
    take();
    if (word !== "|") piped = undefined;
  }
  take();
  return found;
}

/** Parentheses, braces and substitutions start commands of their own. */
const openParts = (line: string): string => line.replaceAll(/\$\(|<\(|[`()]/g, " ; ");

const scriptOf = (args: readonly string[]): string | undefined => {
  const at = args.findIndex((word) => /^-[a-z]*c$/.test(word));
  return at < 0 ? undefined : args[at + 1];
};

/** Words before the program: keywords, assignments, and programs that start the one behind them. */
const BEFORE =
  /^(?:[{}!]|then|do|else|elif|if|while|until|time|exec|command|nohup|setsid|sudo|doas|env|nice|xargs|stdbuf)$/;
const ASSIGNMENT = /^\w+=/;

function readSimple(words: readonly string[], piped: string | undefined): SimpleCommand | undefined {
  const { rest, written } = takeRedirections(words);
  let at = 0;
  for (; at < rest.length; at += 1) {
    const word = rest[at] ?? "";
    const isTimeout = word === "timeout" && rest[at + 1] !== undefined;
    // `timeout 5 curl`: the number belongs to it.
    if (isTimeout) at += 1;
    else if (!BEFORE.test(word) && !ASSIGNMENT.test(word) && !(at > 0 && word.startsWith("-"))) break;
  }
  const program = (rest[at] ?? "").replace(/^.*\//, "");
  if (program === "" && written.length === 0) return undefined;
  return { program, args: rest.slice(at + 1), piped, written };
}

function takeRedirections(words: readonly string[]): { rest: readonly string[]; written: readonly string[] } {
  const rest: string[] = [];
  const written: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const [whole, target] = /^\d?>{1,2}\|?(.*)$/s.exec(words[at] ?? "") ?? [];
    if (whole === undefined) rest.push(words[at] ?? "");
    else {
      const path = target === "" ? (words[(at += 1)] ?? "") : (target ?? "");
      if (!/^\d?$/.test(path)) written.push(path);
    }
  }
  return { rest, written };
}
