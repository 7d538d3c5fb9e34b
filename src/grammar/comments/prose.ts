import { scanLines } from "../lines.ts";

/** Removes HTML comments outside code. An unclosed comment stays. */
export function withoutHtmlComments(text: string): string {
  if (!text.includes(OPEN)) return text;
  const isCode = codeOffsets(text);
  const pieces: string[] = [];
  let from = 0;
  for (let at = text.indexOf(OPEN); at !== -1; at = text.indexOf(OPEN, at)) {
    const end = text.indexOf(CLOSE, at + OPEN.length);
    if (end === -1) break;
    if (isCode(at)) {
      at += OPEN.length;
      continue;
    }
    pieces.push(text.slice(from, at));
    at = from = end + CLOSE.length;
  }
  return `${pieces.join("")}${text.slice(from)}`;
}

const OPEN = "<!--";
const CLOSE = "-->";

/** Whether an offset of the text is inside a fence. Offsets must be queried in ascending order. */
function codeOffsets(text: string): (offset: number) => boolean {
  const lines = scanLines(text);
  let at = 0;
  let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  return (offset) => {
    for (;;) {
      const line = lines[at];
      if (line === undefined) return false;
      const end = start + line.text.length;
      if (offset <= end) return line.inFence;
      // A line ending may have two characters.
      start = end + (text.startsWith("\r\n", end) ? 2 : 1);
      at += 1;
    }
  };
}

/** A person's own words, line by line: no code, quotes or HTML comments; blank lines stay. */
export function proseLines(text: string): string[] {
  return scanLines(withoutHtmlComments(text.slice(0, MAX_TEXT)))
    .filter((line) => !line.inFence)
    .map((line) => line.text.slice(0, MAX_LINE).trim())
    .filter((line) => !line.startsWith(">"));
}

/** The sentences of a line, without its code. */
export function sentencesWithoutCode(line: string): string[] {
  return withoutCode(line)
    .split(/(?<=[.!?])\s+(?=\S)/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** A line with `…` in place of every code span and address. */
export function withoutCode(line: string): string {
  return line
    .slice(0, MAX_LINE)
    .replaceAll(/`[^`]*`/g, "…")
    .replaceAll(/https?:\/\/[^\s)>\]]+/g, "…");
}

const MAX_TEXT = 100_000;
const MAX_LINE = 4000;
