/** A Markdown table: the cells of its head and rows, unescaped and trimmed. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** How many lines it occupies, separator included. */
  readonly length: number;
}

/** The table that begins at `start`: a row of cells, a separator, and all rows that follow directly. */
export function readTable(lines: readonly string[], start: number): Table | undefined {
  const head = lines[start];
  const separator = lines[start + 1];
  if (head === undefined || separator === undefined || !isRow(head) || !isSeparator(separator)) return undefined;
  const rows: string[][] = [];
  let next = start + 2;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? "";
    if (!isRow(line)) break;
    rows.push(splitRow(line));
  }
  return { head: splitRow(head), rows, length: next - start };
}

/** The cells of one row. Only an unescaped `|` ends a cell. */
export function splitRow(line: string): string[] {
  const text = line.trim();
  const cells: string[] = [];
  let cell = "";
  let from = text.startsWith("|") ? 1 : 0;
  for (let at = text.indexOf("|", from); at >= 0; at = text.indexOf("|", from)) {
    const piece = text.slice(from, at);
    const backslashes = trailingBackslashes(piece).length;
    if (backslashes % 2 === 1) cell += `${piece.slice(0, piece.length - (backslashes + 1) / 2)}|`;
    else {
      cells.push((cell + piece).trim());
      cell = "";
    }
    from = at + 1;
  }
  const last = (cell + text.slice(from)).trim();
  return last === "" ? cells : [...cells, last];
}

/** Text as a cell on one line. `splitRow` reads it back, with spaces for line breaks. */
export function escapeCell(text: string): string {
  const pieces = text.replaceAll(/[\r\n]+/g, " ").split("|");
  return pieces
    .map((piece, at) => (at === pieces.length - 1 ? piece : `${piece}${trailingBackslashes(piece)}\\`))
    .join("|");
}

/** Text with `<br>` for line breaks, as input of `formatTable`; `decodeCell` undoes it. */
export function encodeCell(text: string): string {
  const broken = text.replaceAll(/&(?=(?:amp;){0,9}lt;br>)/g, "&amp;").replaceAll("<br>", "&lt;br>");
  return broken.replaceAll(/\r\n|\r|\n/g, "<br>");
}

/** Undoes `encodeCell`. */
export function decodeCell(cell: string): string {
  const text = cell.replaceAll("<br>", "\n").replaceAll("&lt;br>", "<br>");
  return text.replaceAll(/&amp;(?=(?:amp;){0,9}lt;br>)/g, "&");
}

/** A table as Markdown lines. Escapes the cells. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [formatRow(head), `|${"---|".repeat(head.length)}`, ...rows.map(formatRow)].join("\n");
}

function formatRow(cells: readonly string[]): string {
  return `|${cells.map((cell) => (cell === "" ? " " : ` ${escapeCell(cell)} `)).join("|")}|`;
}

function isRow(line: string): boolean {
  return line.trimStart().startsWith("|");
}

function isSeparator(line: string): boolean {
  return isRow(line) && line.includes("-") && /^[\s|:-]+$/.test(line);
}

function trailingBackslashes(text: string): string {
  let count = 0;
  while (text[text.length - 1 - count] === "\\") count += 1;
  return "\\".repeat(count);
}
