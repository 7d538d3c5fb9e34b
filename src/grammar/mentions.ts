import { scanLines } from "./lines.ts";
import { endOfCode } from "./spans.ts";

/** Goes between `@` and a name: code hosts then see no mention, and readers see no difference. */
const BREAK = "<!-- -->";

/** Breaks every `@name` outside code, so that publishing the text notifies nobody. `restoreMentions` undoes it. */
export function breakMentions(text: string): string {
  return text.includes("@") ? mapProse(text, breakLine) : text;
}

/** Undoes `breakMentions`. */
export function restoreMentions(text: string): string {
  return text.includes(`@${BREAK}`) ? mapProse(text, (line) => line.replaceAll(`@${BREAK}`, "@")) : text;
}

function mapProse(text: string, map: (line: string) => string): string {
  return scanLines(text)
    .map((line) => (line.inFence ? line.text : map(line.text)))
    .join("\n");
}

function breakLine(line: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let at = nextMark(line, 0); at < line.length; at = nextMark(line, at + 1)) {
    if (line[at] === "`") at = endOfCode(line, at);
    else if (isNameSign(line[at + 1]) && !isNameSign(line[at - 1]) && line[at - 1] !== "[") {
      pieces.push(line.slice(from, at + 1), BREAK);
      from = at + 1;
    }
  }
  return pieces.length === 0 ? line : `${pieces.join("")}${line.slice(from)}`;
}

/** The index of the next `@` or backtick, or the line's length. */
function nextMark(line: string, start: number): number {
  for (let at = start; at < line.length; at += 1) if (line[at] === "@" || line[at] === "`") return at;
  return line.length;
}

const isNameSign = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\d]/u.test(sign);
