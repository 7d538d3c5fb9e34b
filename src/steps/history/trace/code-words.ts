import { dialectOf } from "#util/text/lexer/dialect.ts";
import { COMMENT, type HandlerTable, Scan, STRING } from "#util/text/lexer/scan.ts";

/** The meaning of lines to a machine: without comments, layout, and commas set by a formatter. */
export function codeOf(path: string, lines: readonly string[]): string {
  const { syntax } = dialectOf(path, "");
  const text = (hasBlockComments(syntax) ? withoutCommentTail(lines) : lines).join("\n");
  const { segments } = scanAll(text, syntax);
  let code = "";
  let from = 0;
  for (let at = 0; at < segments.length; at += 3) {
    const [start = 0, end = 0, kind] = segments.slice(at, at + 3);
    if (kind !== COMMENT || mayBeCode(text, start)) continue;
    code += text.slice(from, start);
    from = end;
  }
  return squeeze(code + text.slice(from)).replace(/,(?=[)\]}])/g, "");
}

/** The names, numbers, signs and whole strings of lines, without comments. */
export function codeTokens(path: string, lines: readonly string[]): readonly string[] {
  const { syntax } = dialectOf(path, "");
  const text = (hasBlockComments(syntax) ? withoutCommentTail(lines) : lines).join("\n");
  const { segments } = scanAll(text, syntax);
  const tokens: string[] = [];
  let from = 0;
  for (let at = 0; at < segments.length; at += 3) {
    const [start = 0, end = 0, kind] = segments.slice(at, at + 3);
    if (kind === COMMENT && mayBeCode(text, start)) continue;
    tokens.push(...(text.slice(from, start).match(TOKEN) ?? []));
    if (kind === STRING) tokens.push(text.slice(start, end));
    from = end;
  }
  return [...tokens, ...(text.slice(from).match(TOKEN) ?? [])];
}

const TOKEN = /[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|\S/gu;

/** The same lines only without layout: their meaning to a reader. */
export function joinedCodeWords(lines: readonly string[]): string {
  return squeeze(lines.join("\n"));
}

const squeeze = (text: string): string => text.replace(/\s+/g, "");

function scanAll(text: string, syntax: HandlerTable): Scan {
  const scan = new Scan(text, syntax);
  scan.code(0);
  return scan;
}

/** From a few lines it is unknown whether a string is a docstring, or an address is in a text: it counts as code. */
function mayBeCode(text: string, start: number): boolean {
  return /["'A-Za-z]/.test(text[start] ?? "") || (text.startsWith("//", start) && text[start - 1] === ":");
}

function hasBlockComments(syntax: HandlerTable): boolean {
  return scanAll("/**/", syntax).segments[1] === 4;
}

/** A place may begin inside a block comment: removes the lines that belong to it. */
function withoutCommentTail(lines: readonly string[]): readonly string[] {
  let first = 0;
  while (/^\s*\*(?:[\s/*]|$)/.test(lines[first] ?? "")) {
    const [, after] = /\*\/(.*)$/s.exec(lines[first] ?? "") ?? [];
    first += 1;
    if (after !== undefined) return [after, ...lines.slice(first)];
  }
  return lines.slice(first);
}
