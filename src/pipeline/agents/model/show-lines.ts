/** Lines of a file as they are shown. */
export interface Page {
  readonly text: string;
  readonly lines?: { readonly start: number; readonly end: number };
}

const MAX_LINES = 2000;
const MAX_CHARACTERS = 80_000;
const MAX_LINE = 2000;

/** Lines with their numbers, as many as fit, and a note where there are more; a sentence where none can be shown. */
export function showPage(
  text: string,
  { start = 1, end }: { start?: number | undefined; end?: number | undefined },
): Page | string {
  const lines = splitTextLines(text);
  if (lines.length === 0) return { text: "(the file is empty)" };
  if (start > lines.length) return `it has ${lines.length} lines`;
  if (end !== undefined && end < start) return "the last line stands before the first";
  const wanted = Math.min(end ?? lines.length, lines.length);
  const rows: string[] = [];
  let characters = 0;
  for (let at = start; at <= wanted && rows.length < MAX_LINES; at += 1) {
    const row = `${at}\t${cutLine(lines[at - 1] ?? "")}`;
    characters += row.length + 1;
    if (characters > MAX_CHARACTERS && rows.length > 0) break;
    rows.push(row);
  }
  const last = start + rows.length - 1;
  const rest = last < wanted ? [`(lines ${last + 1} to ${wanted} are left out: read on from ${last + 1})`] : [];
  const behind = wanted < lines.length ? [`(the file has ${lines.length} lines)`] : [];
  return { text: [...rows, ...rest, ...behind].join("\n"), lines: { start, end: last } };
}

/** The lines of a text; what stands behind the last line feed is none. */
export function splitTextLines(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Lines as they are, as many as fit, with a note where there are more. */
export function showLines(lines: readonly string[]): string {
  let characters = 0;
  const fits = lines.findIndex((line) => (characters += line.length + 1) > MAX_CHARACTERS);
  if (fits === -1) return lines.join("\n");
  return [...lines.slice(0, fits), `(${lines.length - fits} of ${lines.length} lines are left out)`].join("\n");
}

/** A line that is not too long; what is left out is counted. */
export function cutLine(line: string): string {
  const text = line.replace(/\r$/, "");
  return text.length <= MAX_LINE ? text : `${text.slice(0, MAX_LINE)} (${text.length - MAX_LINE} characters more)`;
}
