import type { Severity } from "#model/severity.ts";
import { displayWidth, fitEnd, type Paint, type Style } from "#util/terminal.ts";

/** What a terminal text is drawn on. */
export interface TerminalPage {
  readonly width: number;
  readonly paint: Paint;
}

export const INDENT = "  ";

/** The colour of a severity, wherever one is named. */
export const SEVERITY_STYLES: Readonly<Record<Severity, readonly Style[]>> = {
  critical: ["red"],
  important: ["yellow"],
  suggestion: ["cyan"],
};

/** The non-empty blocks, an empty line between them. */
export function joinBlocks(blocks: readonly (readonly string[])[]): string {
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${texts.join("\n\n")}\n`;
}

/** The columns that the widest of these texts needs. */
export function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(displayWidth));
}

/** Breaks a paragraph at its blanks. Cuts a word that is wider than a line, and everything beyond `maxLines`. */
export function wrap(text: string, width: number, maxLines = 6): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (displayWidth(longer) <= width || line === "") line = longer;
    else {
      lines.push(line);
      line = word;
    }
    if (lines.length > maxLines) break;
  }
  lines.push(line);
  const shown = lines.slice(0, maxLines).map((item) => fitEnd(item, width));
  if (lines.length > maxLines) shown[maxLines - 1] = `${fitEnd(shown[maxLines - 1] ?? "", width - 2)} …`;
  return shown;
}

/** Puts blanks into addresses that are wider than a line, so that `wrap` does not cut them. */
export function breakAddresses(text: string, width: number): string {
  return text
    .split(" ")
    .flatMap((word) => (ADDRESS.test(word) ? (word.match(new RegExp(`.{1,${width}}`, "g")) ?? []) : [word]))
    .join(" ");
}

/** ASCII only: each character takes one column. */
const ADDRESS = /^[("'<`]?https?:\/\/[\u0021-\u007e]+$/;
