import type { ToolAction } from "#model/agent/agent-event.ts";
import { lookUp } from "#util/look-up.ts";

/** What a command line of Codex does, as far as its words show. */
interface CodexCommand {
  /** Without the shell around it. */
  readonly line: string;
  readonly action: ToolAction;
  readonly paths: readonly string[];
}

/** Longer command lines are scripts. */
const MAX_LENGTH = 4000;

/** Reads `/bin/bash -lc "sed -n '1,20p' src/a.ts"`. The output shows what was read; this only shows from where. */
export function readCodexCommand(command: string): CodexCommand {
  const line = unwrap(command);
  const segments = line.length > MAX_LENGTH ? [] : segmentsOf(line);
  const reads = segments.map(readCommandOf).filter((read) => read !== undefined);
  const actions = new Set(reads.map(({ action }) => action));
  const [first] = actions;
  const isReadOnly = reads.length === segments.length && first !== undefined;
  return {
    line,
    action: isReadOnly ? (actions.has("read") ? "read" : first) : "run",
    paths: [...new Set(reads.flatMap(({ paths }) => paths))],
  };
}

/** The line inside `bash -c`, if it is quoted in one piece. */
function unwrap(command: string): string {
  const match = /^\S{1,200}\/(?:ba|z|da)?sh -l?c (?=\S)/.exec(command);
  const quoted = match === null ? "" : command.slice(match[0].length);
  const quote = quoted[0];
  if (quote === "'" && quoted.endsWith("'")) return quoted.slice(1, -1).replaceAll(`'\\''`, "'");
  if (quote === '"' && quoted.endsWith('"')) return quoted.slice(1, -1).replace(/\\(["\\$`])/g, "$1");
  return quoted === "" ? command : quoted;
}

/** The words of each simple command in a line. */
function segmentsOf(line: string): string[][] {
  const segments: string[][] = [[]];
  // A quoted text, a separator, or a run of anything else.
  for (const [token] of line.matchAll(/'[^']*'|"(?:[^"\\]|\\.)*"|[;&|\n]+|[^\s;&|'"]+/g)) {
    if (/^[;&|\n]+$/.test(token)) segments.push([]);
    else segments.at(-1)?.push(token.replace(/^(['"])(.*)\1$/s, "$2"));
  }
  return segments.filter((words) => words.length > 0);
}

interface ReadCommand {
  readonly action: "read" | "search" | "list";
  readonly paths: readonly string[];
}

/** Programs that only read, and how many of their first plain words are not paths. */
const READ_PROGRAMS: Readonly<Record<string, { action: ReadCommand["action"]; skip: number }>> = {
  cat: { action: "read", skip: 0 },
  bat: { action: "read", skip: 0 },
  nl: { action: "read", skip: 0 },
  head: { action: "read", skip: 0 },
  tail: { action: "read", skip: 0 },
  less: { action: "read", skip: 0 },
  sed: { action: "read", skip: 1 },
  awk: { action: "read", skip: 1 },
  wc: { action: "list", skip: 0 },
  ls: { action: "list", skip: 0 },
  tree: { action: "list", skip: 0 },
  find: { action: "list", skip: 0 },
  fd: { action: "list", skip: 1 },
  cd: { action: "list", skip: 1 },
  pwd: { action: "list", skip: 0 },
  grep: { action: "search", skip: 1 },
  rg: { action: "search", skip: 1 },
};

function readCommandOf([program = "", ...words]: readonly string[]): ReadCommand | undefined {
  const name = program.slice(program.lastIndexOf("/") + 1);
  const read = lookUp(READ_PROGRAMS, name);
  if (read === undefined || words.some((word) => WRITES.test(word))) return undefined;
  const plain = words.filter((word, at) => !word.startsWith("-") && !isNumberOf(words[at - 1], word));
  // With -e the pattern is an option's value, but still the first plain word.
  return { action: read.action, paths: plain.slice(read.skip) };
}

/** `sed -i`, `find -delete`, `> file`. */
const WRITES = /^(?:-i\S*|--in-place\S*|-delete|-exec\w*|-ok\w*|\d?>.*)$/;

/** `head -n 20`: the number belongs to the option. */
function isNumberOf(option: string | undefined, word: string): boolean {
  return option !== undefined && /^-\w$/.test(option) && /^\+?\d{1,9}$/.test(word);
}
