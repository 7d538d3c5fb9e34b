import type { CodeView } from "./code-view.ts";

/** A stretch of code: `open` is the offset where the body begins, `end` the offset after it. */
export interface Block {
  readonly header: string;
  readonly start: number;
  readonly open: number;
  readonly end: number;
}

/** The offset of the bracket that closes the one at `open`; undefined when none does within a sane distance. */
export function closingBracket(code: string, open: number): number | undefined {
  const opening = code[open];
  const closing = opening === "(" ? ")" : opening === "[" ? "]" : "}";
  let depth = 0;
  const limit = Math.min(code.length, open + MAX_BLOCK);
  for (let at = open; at < limit; at++) {
    if (code[at] === opening) depth++;
    else if (code[at] === closing && --depth === 0) return at;
  }
  return undefined;
}

/** No block that a person wrote is longer; without a limit, unclosed brackets would make each search read the whole file. */
const MAX_BLOCK = 60_000;

/** The loops around a line, innermost first. */
export function loopsAround(view: CodeView, line: number): Block[] {
  switch (view.language) {
    case "python":
      return indentedLoops(view, line, /^\s*(?:async\s+)?(?:for|while)\b.*:\s*$/);
    case "ruby":
      return indentedLoops(view, line, /^\s*(?:while|until|loop|for)\b|\.(?:times|each\w*|upto|step)\b.*\bdo\b/);
    case "bash":
      return indentedLoops(view, line, /^\s*(?:while|until|for)\b/);
    default:
      return braceLoops(view, line);
  }
}

/** Goes up from a line; each line that is indented less and opens a loop is one around it. */
function indentedLoops(view: CodeView, line: number, opens: RegExp): Block[] {
  const loops: Block[] = [];
  let indent = indentOf(view.codeLine(line));
  for (let above = line - 1; above >= 1 && indent > 0 && line - above < MAX_LINES; above--) {
    const text = view.codeLine(above);
    if (text.trim() === "" || text.trim() === "do" || indentOf(text) >= indent) continue;
    indent = indentOf(text);
    if (opens.test(text)) loops.push(indentedBlock(view, above, indent));
    else if (/^\s*(?:async\s+)?(?:def|class|function)\b|\(\)\s*\{\s*$/.test(text)) break;
  }
  return loops;
}

const MAX_LINES = 300;

function indentedBlock(view: CodeView, first: number, indent: number): Block {
  let last = first;
  for (let line = first + 1; line <= view.lineCount && line - first < MAX_LINES; line++) {
    const text = view.codeLine(line);
    if (text.trim() === "") continue;
    if (indentOf(text) <= indent && !/^\s*do\s*$/.test(text)) break;
    last = line;
  }
  const start = view.offsetOf(first);
  return { header: view.codeLine(first).trim(), start, open: view.offsetOf(first + 1), end: view.offsetOf(last + 1) };
}

/** The number of columns before a line's first character; a tab counts eight. */
export function indentOf(text: string): number {
  let width = 0;
  for (const char of text) {
    if (char === " ") width++;
    else if (char === "\t") width += 8;
    else break;
  }
  return width;
}

function braceLoops(view: CodeView, line: number): Block[] {
  const loops: Block[] = [];
  const target = view.offsetOf(line);
  const first = view.offsetOf(Math.max(1, line - MAX_LINES));
  const before = view.code.slice(first, view.offsetOf(line + 1));
  for (const match of before.matchAll(/\b(?:for|while|loop)\b/g)) {
    const start = first + match.index;
    const open = bodyOf(view.code, start, match[0]);
    if (open === undefined || open > target + view.codeLine(line).length) continue;
    const end = closingBracket(view.code, open);
    if (end !== undefined && end >= target)
      loops.push({ header: view.code.slice(start, open).trim(), start, open, end });
  }
  return loops.reverse();
}

/** The brace that opens a loop's body. A header of more than 400 characters is none. */
function bodyOf(code: string, start: number, keyword: string): number | undefined {
  let depth = 0;
  for (let at = start + keyword.length; at < Math.min(code.length, start + 400); at++) {
    const char = code[at];
    if (char === "(" || char === "[") depth++;
    else if (char === ")" || char === "]") depth--;
    else if (char === "{" && depth === 0) return at;
    else if ((char === ";" && depth === 0 && !/^for\b/.test(code.slice(start, at))) || char === "}" || depth < 0)
      return undefined;
  }
  return undefined;
}
