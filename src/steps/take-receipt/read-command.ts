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

/** The words of a shell command, without expansions; operators are separate words. */
function splitWords(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (sign === "'" || sign === '"') {
      const [inside, end] = readQuoted(text, at);
      word = (word ?? "") + inside;
      at = end;
    } else if (/\s/.test(sign) || "|&;".includes(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      if ("|&;".includes(sign)) {
        if (words.at(-1) === sign && text[at - 1] === sign) words.splice(-1, 1, sign + sign);
        else words.push(sign);
      } else if (sign === "\n") words.push(";");
    } else if (sign === "\\") word = (word ?? "") + (text[++at] ?? "");
    else word = (word ?? "") + sign;
  }
  if (word !== undefined) words.push(word);
  return words;
}

function readQuoted(text: string, from: number): [inside: string, end: number] {
  const quote = text[from];
  let inside = "";
  let at = from + 1;
  for (; at < text.length && text[at] !== quote; at++) {
    if (quote === '"' && text[at] === "\\" && /["\\$`]/.test(text[at + 1] ?? "")) at++;
    inside += text[at];
  }
  return [inside, at];
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
