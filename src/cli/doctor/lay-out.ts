import { displayWidth, padEnd, type Paint, painter, type Style } from "#util/terminal.ts";
import { printable } from "#util/printable.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";

/** A label, a state and sentences. All text may be untrusted. */
export interface DoctorRow {
  readonly label: string;
  readonly state?: { readonly text: string; readonly style: Style };
  readonly lines: readonly string[];
}

/** Rows under a title. */
export interface DoctorSection {
  readonly title: string;
  readonly rows: readonly DoctorRow[];
}

/** On a narrower screen labels go above their text. */
const NARROW = 60;
const MAX_LABEL = 14;

/** Draws sections as aligned text, wrapped at the width. Cuts nothing, and untrusted text cannot add lines. */
export function drawSections(
  parts: readonly DoctorSection[],
  { width, color }: { readonly width: number; readonly color: boolean },
): string {
  const paint = painter(color);
  const labels = parts.flatMap(({ rows }) => rows.map(({ label }) => displayWidth(printable(label))));
  const column = Math.max(0, ...labels.filter((label) => label <= MAX_LABEL)) + 2;
  const indent = width < NARROW ? 4 : 2 + column;
  const lines = parts.flatMap(({ title, rows }) => [
    paint(["bold"], title),
    ...rows.flatMap((row) => drawRow(row, { paint, indent, room: Math.max(16, width - indent) })),
    "",
  ]);
  return `${lines.join("\n").trimEnd()}\n`;
}

function drawRow({ label, state, lines }: DoctorRow, page: { paint: Paint; indent: number; room: number }): string[] {
  const { paint, indent, room } = page;
  const text = lines.flatMap((line) => wrapText(printable(line), room));
  const head = state === undefined ? [] : [paint([state.style], printable(state.text))];
  const body = [...head, ...text].map((line) => `${" ".repeat(indent)}${line}`);
  const name = `  ${printable(label)}`;
  const [first = ""] = body;
  // The label goes beside the first line if it fits.
  if (displayWidth(name) + 2 > indent) return [name, ...body];
  return [`${padEnd(name, indent)}${first.slice(indent)}`, ...body.slice(1)];
}

/** Breaks a text at its blanks, and words that are wider than a line at its end, so that a path is shown in full. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  // Masked first: a credential that is broken over two lines would not be recognized.
  for (const word of maskSecrets(text).split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (displayWidth(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (displayWidth(line) > width) {
      const end = headLength(line, width);
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  return [...lines, line];
}

/** How much of a text fits, in code units; at least one character. */
function headLength(text: string, width: number): number {
  let used = 0;
  let length = 0;
  for (const character of text) {
    used += displayWidth(character);
    if (used > width && length > 0) break;
    length += character.length;
  }
  return length;
}
