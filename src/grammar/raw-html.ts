import MarkdownIt from "markdown-it";
import { splitLines } from "./lines.ts";
import { COMPUTED_MARK } from "./report/own-parts.ts";
import { endOfCode } from "./spans.ts";

/**
 * Puts a backslash before everything outside code that Markdown would treat as HTML or as an image, so that it is
 * shown, does nothing and loads nothing. Only our own marks stay HTML. `restoreHtml` undoes it.
 */
export function hideHtml(text: string): string {
  return mapTags(text, (backslashes) => 2 * backslashes + 1);
}

/** Undoes `hideHtml`. */
export function restoreHtml(text: string): string {
  return mapTags(text, (backslashes) => (backslashes % 2 === 1 ? (backslashes - 1) / 2 : backslashes));
}

/** Maps the number of backslashes before a character to the new number. */
type Count = (backslashes: number) => number;

const OPENS_TAG = /<[A-Za-z/!?]|!\[/;

/** Backslashes do not influence which places match, so hiding and restoring find the same ones. */
function mapTags(text: string, count: Count): string {
  if (!OPENS_TAG.test(text)) return text;
  const lines = splitLines(text);
  const isCode = codeLines(lines);
  let isOpen = false;
  return lines
    .map((line, at) => {
      if (/^[ \t]*$/.test(line)) isOpen = false;
      if (isCode.has(at)) return line;
      const mapped = mapLine(line, count, isOpen);
      // A code span that begins here may end on a later line, so a span there may not be one.
      isOpen ||= mapped.isOpen;
      return mapped.text;
    })
    .join("\n");
}

const blocks = new MarkdownIt("commonmark", { html: false });

/** The lines of fences and indented code as Markdown defines them, also inside lists and quotes. */
function codeLines(lines: readonly string[]): ReadonlySet<number> {
  const tokens: ReturnType<typeof blocks.parse> = [];
  blocks.block.parse(lines.join("\n").replaceAll("\0", "\uFFFD"), blocks, {}, tokens);
  const code = new Set<number>();
  for (const { type, map } of tokens) {
    if (map === null || (type !== "fence" && type !== "code_block")) continue;
    for (let line = map[0]; line < map[1]; line++) code.add(line);
  }
  return code;
}

function mapLine(line: string, count: Count, isOpen: boolean): { readonly text: string; readonly isOpen: boolean } {
  if (line === COMPUTED_MARK) return { text: line, isOpen };
  const pieces: string[] = [];
  let from = 0;
  let trustsCode = !isOpen;
  let backslashes = 0;
  for (let at = 0; at < line.length; at++) {
    const sign = line[at];
    if (sign === "`") {
      const isEscaped = backslashes % 2 === 1;
      const end = trustsCode && !isEscaped ? closedSpan(line, at) : undefined;
      if (end !== undefined) at = end;
      else if (!isEscaped) trustsCode = false;
    } else if ((sign === "<" || sign === "!") && isTag(line, at, backslashes)) {
      pieces.push(line.slice(from, at - backslashes), "\\".repeat(count(backslashes)));
      from = at;
    }
    backslashes = sign === "\\" ? backslashes + 1 : 0;
  }
  return { text: `${pieces.join("")}${line.slice(from)}`, isOpen: !trustsCode };
}

/**
 * Where the code span that begins here ends; undefined if it does not end on this line. A bar inside could end a table
 * cell, and the span.
 */
function closedSpan(line: string, start: number): number | undefined {
  let opened = start;
  while (line[opened + 1] === "`") opened++;
  const end = endOfCode(line, start);
  return end === opened || /(?<!\\)(?:\\\\)*\|/.test(line.slice(opened + 1, end)) ? undefined : end;
}

/**
 * Whether HTML or an image could begin here. Addresses in angle brackets and our own line breaks in tables do not
 * count.
 */
function isTag(line: string, at: number, backslashes: number): boolean {
  if (!OPENS_TAG.test(line.slice(at, at + 2))) return false;
  // After `<` it is part of a declaration, which has its backslash before the `<`.
  if (line[at] === "!") return line[at - 1] !== "<";
  if (backslashes > 0) return true;
  if (line.startsWith("|") && line.startsWith("<br>", at)) return false;
  return !/^<https?:\/\/[^\s<>`\\]{1,2000}>/.test(line.slice(at, at + 2010));
}
