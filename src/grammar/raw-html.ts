import MarkdownIt from "markdown-it";
import { splitLines } from "./lines.ts";
import { COMPUTED_MARK } from "./report/own-parts.ts";
import { endOfCode } from "./spans.ts";

/**
 * The text with a backslash before everything outside code that Markdown would take for HTML or for an image, so that it
 * is shown, does nothing and loads nothing. Of HTML only our own marks stay. `restoreHtml` undoes it.
 */
export function hideHtml(text: string): string {
  return mapTags(text, (backslashes) => 2 * backslashes + 1);
}

/** The text as it was before `hideHtml`. */
export function restoreHtml(text: string): string {
  return mapTags(text, (backslashes) => (backslashes % 2 === 1 ? (backslashes - 1) / 2 : backslashes));
}

/** How many backslashes precede a sign → how many shall. */
type Count = (backslashes: number) => number;

const OPENS_TAG = /<[A-Za-z/!?]|!\[/;

/** Nothing that decides here is changed by the backslashes, so both ways meet the same places. */
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
      // A code span that begins here may end on a later line: what looks like one there need not be.
      isOpen ||= mapped.isOpen;
      return mapped.text;
    })
    .join("\n");
}

const blocks = new MarkdownIt("commonmark", { html: false });

/** The lines of fences and indented code, as Markdown has it, inside lists and quotes too. */
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

/** Where the code span ends that begins here; undefined if none does. A bar inside could end a cell, and the span. */
function closedSpan(line: string, start: number): number | undefined {
  let opened = start;
  while (line[opened + 1] === "`") opened++;
  const end = endOfCode(line, start);
  return end === opened || /(?<!\\)(?:\\\\)*\|/.test(line.slice(opened + 1, end)) ? undefined : end;
}

/** Whether this could begin HTML or an image. Addresses in angle brackets do not, nor do our own line breaks in tables. */
function isTag(line: string, at: number, backslashes: number): boolean {
  if (!OPENS_TAG.test(line.slice(at, at + 2))) return false;
  // Behind `<` it is part of a declaration, which has its backslash before that.
  if (line[at] === "!") return line[at - 1] !== "<";
  if (backslashes > 0) return true;
  if (line.startsWith("|") && line.startsWith("<br>", at)) return false;
  return !/^<https?:\/\/[^\s<>`\\]{1,2000}>/.test(line.slice(at, at + 2010));
}
