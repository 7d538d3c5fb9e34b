/** One line of a text, and whether it is code. Fence lines count as code. */
export interface ScannedLine {
  readonly text: string;
  /** Counted from 1. */
  readonly number: number;
  readonly inFence: boolean;
  /** Set on the line that opens or closes a fence. `info` is what follows the opening fence. */
  readonly fence?: { readonly open: boolean; readonly info: string };
}

export interface ScanOptions {
  /** Whether a line inside a fence cannot be code, so that the fence was never closed and ends before this line. */
  readonly endsFence?: (line: string, info: string) => boolean;
}

/** The lines of a text without their line endings of any kind. A byte-order mark is dropped. */
export function splitLines(text: string): string[] {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  return text.slice(start).split(/\r\n|\r|\n/);
}

/** The lines of a text with the state of its code fences. A fence is closed by the same character, at least as long. */
export function scanLines(text: string, options: ScanOptions = {}): ScannedLine[] {
  return scanFences(splitLines(text), options);
}

/** Like `scanLines`, for lines that are split already. */
export function scanFences(lines: readonly string[], { endsFence }: ScanOptions = {}): ScannedLine[] {
  let open: FenceMark | undefined;
  return lines.map((text, index) => {
    const number = index + 1;
    if (open !== undefined && endsFence?.(text, open.info) === true) open = undefined;
    const mark = readFence(text);
    if (open === undefined) {
      if (mark === undefined) return { text, number, inFence: false };
      open = mark;
      return { text, number, inFence: true, fence: { open: true, info: mark.info } };
    }
    if (mark !== undefined && closes(mark, open)) {
      open = undefined;
      return { text, number, inFence: true, fence: { open: false, info: "" } };
    }
    return { text, number, inFence: true };
  });
}

/** The text with a closing fence added if one is missing, so that it can be shown among other text. */
export function closeFences(text: string): string {
  let open: FenceMark | undefined;
  for (const line of splitLines(text)) {
    const mark = readFence(line);
    if (mark === undefined) continue;
    if (open === undefined) open = mark;
    else if (closes(mark, open)) open = undefined;
  }
  return open === undefined ? text : `${text}\n${open.indent}${open.sign.repeat(open.length)}`;
}

/** The lines without leading and trailing blank ones. */
export function trimBlankLines(lines: readonly string[]): string[] {
  let start = 0;
  let end = lines.length;
  while (start < end && isBlank(lines[start])) start++;
  while (end > start && isBlank(lines[end - 1])) end--;
  return lines.slice(start, end);
}

export function isBlank(line: string | undefined): boolean {
  return line === undefined || line === "" || line.trim() === "";
}

interface FenceMark {
  readonly indent: string;
  readonly sign: string;
  readonly length: number;
  readonly info: string;
}

const MAX_FENCE_LINE = 1000;

function readFence(line: string): FenceMark | undefined {
  if (line === "") return undefined;
  const start = line.length - line.trimStart().length;
  const sign = line[start];
  if (sign !== "`" && sign !== "~") return undefined;
  let end = start;
  while (line[end] === sign) end++;
  const length = end - start;
  if (length < 3) return undefined;
  if (line.length > MAX_FENCE_LINE) return undefined;
  const info = line.slice(end).trim();
  // ```code``` on one line is a code span, not a fence.
  if (sign === "`" && info.includes("`")) return undefined;
  return { indent: line.slice(0, start), sign, length, info };
}

function closes(mark: FenceMark, open: FenceMark): boolean {
  return mark.sign === open.sign && mark.length >= open.length && mark.info === "";
}
