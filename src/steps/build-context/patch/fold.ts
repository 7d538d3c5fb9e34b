/** The longest line that every agent's read tool shows whole; they cut at 2,000 characters. */
export const MAX_LINE_LENGTH = 1900;

/** Begins a line that continues the line above it. No line of a patch begins with it. */
export const FOLD_MARK = ">";

/** Folds lines that are longer than a read tool shows. `unfoldText` undoes it for any text. */
export function fold(text: string): string {
  return text.split("\n").flatMap(foldLine).join("\n");
}

/** Undoes `fold`. */
export function unfoldText(text: string): string {
  const [first = "", ...rest] = text.split("\n");
  const lines = [[first]];
  for (const line of rest) {
    if (line.startsWith(FOLD_MARK)) lines.at(-1)?.push(line.slice(FOLD_MARK.length));
    else lines.push([line]);
  }
  return lines.map((pieces) => pieces.join("")).join("\n");
}

/**
 * One line in pieces; all but the first begin with the mark. A line that begins with the mark itself gets an empty
 * first piece.
 */
export function foldLine(line: string): string[] {
  const isMarked = line.startsWith(FOLD_MARK);
  if (line.length <= MAX_LINE_LENGTH && !isMarked) return [line];
  const pieces: string[] = isMarked ? [""] : [];
  for (let start = 0; start < line.length;) {
    const mark = pieces.length === 0 ? "" : FOLD_MARK;
    const end = wholeCharacters(line, start + MAX_LINE_LENGTH - mark.length);
    pieces.push(mark + line.slice(start, end));
    start = end;
  }
  return pieces;
}

/** An end that does not split a surrogate pair: halves cannot be written as UTF-8. */
function wholeCharacters(line: string, end: number): number {
  if (end >= line.length) return line.length;
  const isHigh = (line.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return isHigh && (line.charCodeAt(end) & 0xfc00) === 0xdc00 ? end - 1 : end;
}
