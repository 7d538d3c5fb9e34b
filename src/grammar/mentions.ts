import { scanLines } from "./lines.ts";
import { endOfCode } from "./spans.ts";

/** Between `@` and a name: code hosts then see no mention, and readers see no difference. */
const BREAK = "<!-- -->";

/** The text with every `@name` outside code broken, so that publishing it calls nobody. `restoreMentions` undoes it. */
export function breakMentions(text: string): string {
  return text.includes("@") ? mapProse(text, breakLine) : text;
}

/** The text as it was before `breakMentions`. */
export function restoreMentions(text: string): string {
  return text.includes(`@${BREAK}`) ? mapProse(text, (line) => line.replaceAll(`@${BREAK}`, "@")) : text;
}

function mapProse(text: string, map: (line: string) => string): string {
  return scanLines(text)
    .map((line) => (line.inFence ? line.text : map(line.text)))
    .join("\n");
}

function breakLine(line: string): string {
  if (!line.includes("@")) return line;
  let broken = "";
  let from = 0;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === "`") at = endOfCode(line, at);
    else if (line[at] === "@" && /[\p{L}\d]/u.test(line[at + 1] ?? "") && !/[\p{L}\d[]/u.test(line[at - 1] ?? " ")) {
      broken += line.slice(from, at + 1) + BREAK;
      from = at + 1;
    }
  }
  return broken + line.slice(from);
}
