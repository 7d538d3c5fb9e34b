import { splitWords } from "./shell-words.ts";

/** The files that a command line shows. */
export interface ShownByCommand {
  /** The folder that it changes to first. */
  readonly folder: string;
  /** Words that may be paths. */
  readonly words: readonly string[];
  /** It prints one file verbatim, from this line on. */
  readonly plain?: { readonly path: string; readonly start: number };
}

/** Parses a command line as far as a receipt needs it. For anything else only the output counts. */
export function readCommand(detail: string): ShownByCommand {
  if (detail.length > MAX_COUNT) return { folder: "", words: [] };
  const wrapped = WRAPPED.exec(detail.trim());
  let words = splitWords(wrapped === null ? detail : unquote(wrapped[1] ?? ""));
  let folder = "";
  if (words[0] === "cd" && words[1] !== undefined && (words[2] === "&&" || words[2] === ";")) {
    folder = words[1];
    words = words.slice(3);
  }
  const plain = words.some((word) => OPERATOR.test(word)) ? undefined : readPlain(words);
  const named = words.map((word) => /^[\w./^~@-]{1,80}:(?=[^:])(.+)$/.exec(word)?.[1] ?? word);
  return { folder, words: named, plain };
}

const MAX_COUNT = 10_000;
const WRAPPED = /^(?:\/[\w/]{1,40}\/)?(?:ba|z|da)?sh -l?c\s+(.+)$/s;
const OPERATOR = /^(?:[|&;<>]+|.*(?:\$\(|`|>).*)$/s;

function unquote(text: string): string {
  const [only, ...more] = splitWords(text);
  return more.length === 0 && only !== undefined ? only : text;
}

function readPlain([program, ...args]: readonly string[]): ShownByCommand["plain"] {
  const path = args.at(-1);
  const options = args.slice(0, -1).join(" ");
  if (path === undefined || /^-|[*?[{$~]/.test(path)) return undefined;
  if (program === "cat" && options === "") return { path, start: 1 };
  if (program === "head" && /^(?:-n ?\d+|-\d+|)$/.test(options)) return { path, start: 1 };
  if (program === "tail") return startAt(path, /^-n ?\+(\d{1,9})$/.exec(options));
  if (program === "sed") return startAt(path, /^-n (\d{1,9})(?:,(?:\d+|\$))?p$/.exec(options));
  return undefined;
}

function startAt(path: string, found: RegExpExecArray | null): ShownByCommand["plain"] {
  return found === null ? undefined : { path, start: Number(found[1]) };
}
