import { COMMENT, isWordCode, lineEnd, STRING, type Handler, type HandlerTable, type Kind, type Scan } from "./scan.ts";

/** How a kind of string is written. */
export interface StringForm {
  readonly open: string;
  /** Default: `open`. */
  readonly close?: string;
  /** `\` escapes the next character; `double`: the closing mark is doubled. */
  readonly escape?: "\\" | "double";
  /** Whether it may span several lines. */
  readonly lines?: boolean;
  /** What begins code inside the string, and the bracket that ends it. A doubled `{` is a literal brace. */
  readonly hole?: { readonly open: string; readonly close: "}" | ")" };
  /** Whether `$name` in the string is code. */
  readonly variables?: boolean;
  readonly kind?: Kind;
}

/** The comments and strings of a language, with custom handlers for what a table cannot express. */
export interface Syntax {
  readonly line?: readonly string[];
  readonly block?: readonly { readonly open: string; readonly close: string; readonly nests?: boolean }[];
  readonly quotes?: readonly StringForm[];
  /** By first character; tried first. */
  readonly own?: Readonly<Record<string, readonly Handler[]>>;
}

/** Groups a language's constructs by their first character. Longer marks are tried first. */
export function compileSyntax({ line = [], block = [], quotes = [], own = {} }: Syntax): HandlerTable {
  const table: Handler[][] = [];
  const put = (first: string, handler: Handler): void => {
    (table[first.charCodeAt(0)] ??= []).push(handler);
  };
  for (const [first, handlers] of Object.entries(own)) for (const handler of handlers) put(first, handler);
  for (const { open, close, nests } of block) put(open, blockComment(open, close, nests === true));
  for (const mark of line)
    put(mark, (scan, at) => (scan.text.startsWith(mark, at) ? lineComment(scan, at, mark.length) : -1));
  for (const quote of [...quotes].sort((a, b) => b.open.length - a.open.length)) {
    put(quote.open, (scan, at) => (scan.text.startsWith(quote.open, at) ? readQuoted(scan, at, quote) : -1));
  }
  return table;
}

/** A comment from here to the end of the line. */
export function lineComment(scan: Scan, at: number, mark: number): number {
  const end = lineEnd(scan.text, at);
  return scan.add({ kind: COMMENT, start: at, innerStart: at + mark, innerEnd: end }, end);
}

/**
 * A string that opens at this position. Returns -1 and records nothing if it does not close. The mark was then something
 * else, such as the apostrophe in "don't".
 */
export function readQuoted(scan: Scan, at: number, quote: StringForm): number {
  if (scan.isHopeless(quote.open, at)) return -1;
  const { text } = scan;
  const { open, close = open, escape, lines, hole, variables, kind = STRING } = quote;
  const saved = scan.save();
  let piece = at;
  let position = at + open.length;
  while (position < text.length) {
    const code = text.charCodeAt(position);
    if (code === 92 && escape === "\\") position += 2;
    else if (code === 10 && lines !== true) break;
    else if (code === close.charCodeAt(0) && text.startsWith(close, position)) {
      const after = position + close.length;
      if (escape === "double" && text.startsWith(close, after)) position = after + close.length;
      else {
        scan.mark(kind, piece, after);
        scan.literals.push({ kind, start: at, innerStart: at + open.length, innerEnd: position });
        return after;
      }
    } else if (hole !== undefined && text.startsWith(hole.open, position)) {
      const end = readHole(scan, { start: position, piece, kind }, hole);
      if (end > position) piece = end;
      // A doubled brace is literal.
      position = end > position ? end : position + (hole.open === "{" ? 2 : hole.open.length);
    } else if (code === 36 && variables === true) {
      const end = wordEnd(text, position + 1);
      if (end > position + 1) {
        scan.mark(kind, piece, position);
        piece = end;
      }
      position = end;
    } else position++;
  }
  scan.restore(saved);
  scan.hopeless.set(open, Math.min(position, text.length));
  return -1;
}

function wordEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && isWordCode(text.charCodeAt(end))) end++;
  return end;
}

/** Code inside a string. The part of the string before it is recorded first to keep the segments in order. */
function readHole(
  scan: Scan,
  { start, piece, kind }: { start: number; piece: number; kind: Kind },
  { open, close }: NonNullable<StringForm["hole"]>,
): number {
  if ((open === "{" && scan.text[start + 1] === "{") || scan.isTooDeep()) return -1;
  scan.mark(kind, piece, start);
  return scan.hole(start + open.length, close) + 1;
}

function blockComment(open: string, close: string, nests: boolean): Handler {
  return (scan, at) => {
    const { text } = scan;
    if (!text.startsWith(open, at)) return -1;
    const inner = at + open.length;
    const end = nests ? nestedEnd(text, inner, open, close) : text.indexOf(close, inner);
    const innerEnd = end === -1 ? text.length : end;
    const literal = { kind: COMMENT, start: at, innerStart: inner, innerEnd } as const;
    return scan.add(literal, Math.min(text.length, innerEnd + close.length));
  };
}

function nestedEnd(text: string, from: number, ...[open, close]: readonly [string, string]): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text.startsWith(close, at)) {
      if (--depth === 0) return at;
      at += close.length - 1;
    } else if (text.startsWith(open, at)) {
      depth++;
      at += open.length - 1;
    }
  }
  return -1;
}
