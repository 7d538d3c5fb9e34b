import { displayWidth, fitEnd } from "#util/terminal.ts";

/** Breaks a paragraph at its blanks. A word that is wider than a line is cut, and so is what exceeds the lines. */
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

/** The text with a blank in each address that is wider than a line, so that it goes on in the next one and none is cut. */
export function breakAddresses(text: string, width: number): string {
  return text
    .split(" ")
    .flatMap((word) => (ADDRESS.test(word) ? (word.match(new RegExp(`.{1,${width}}`, "g")) ?? []) : [word]))
    .join(" ");
}

/** Each sign of it takes one column. */
const ADDRESS = /^[("'<`]?https?:\/\/[\u0021-\u007e]+$/;
