import { displayWidth, padEnd, type Paint, painter, type Style } from "#util/terminal.ts";
import { printable } from "#util/printable.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";

/** One row: what it is about, a word on its state, and sentences. All of it may be untrusted. */
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

/** A screen to draw on. */
export interface Screen {
  readonly width: number;
  readonly color: boolean;
}

/** Below this, labels stand above their text instead of beside it. */
const NARROW = 60;
const MAX_LABEL = 14;

/** Draws parts as text for people: aligned, wrapped at the width, nothing cut off, no line of another's making. */
export function drawSections(parts: readonly DoctorSection[], { width, color }: Screen): string {
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
  // The label stands beside the first line where it fits there.
  if (displayWidth(name) + 2 > indent) return [name, ...body];
  return [`${padEnd(name, indent)}${first.slice(indent)}`, ...body.slice(1)];
}

/** Breaks a text at its blanks, and a word that is wider than a line wherever the line ends: a path is shown whole. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  // A credential that goes on in the next line is not known any more.
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
