import { styleText } from "node:util";

export type Style = "bold" | "dim" | "red" | "yellow" | "cyan" | "green";

/** Adds styles to a text, or returns it unchanged. */
export type Paint = (styles: readonly Style[], text: string) => string;

/** Creates a painter. The caller decides on colour, so the stream is not checked. */
export function painter(color: boolean): Paint {
  if (!color) return (_styles, text) => text;
  return (styles, text) =>
    styles.reduce((painted, style) => styleText(style, painted, { validateStream: false }), text);
}

/** The width of a text in terminal columns: 2 for wide characters and emoji, 0 for combining marks. */
export function displayWidth(text: string): number {
  // Most text is plain, and splitting it into characters is slow.
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of characters.segment(text)) width += characterWidth(segment);
  return width;
}

/** The text truncated to a width, with `…` at its end. */
export function fitEnd(text: string, width: number): string {
  const start = headOf(text, width);
  if (start.length === text.length) return text;
  return width < 1 ? "" : `${headOf(text, width - 1).trimEnd()}…`;
}

/** The text truncated to a width, with `…` at its start: the end of a path is more specific. */
export function fitStart(text: string, width: number): string {
  if (text.length <= width * MAX_UNITS && displayWidth(text) <= width) return text;
  if (width < 1) return "";
  const tail = [...characters.segment(text.slice(-width * MAX_UNITS))].map(({ segment }) => segment).reverse();
  let kept = "";
  let used = 1;
  for (const segment of tail) {
    used += characterWidth(segment);
    if (used > width || segment.length > MAX_UNITS) break;
    kept = segment + kept;
  }
  return `…${kept}`;
}

/** The text padded with blanks to a width. */
export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

const PLAIN = /^[\u0020-\u007e]*$/;
const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

// A character with more code units has stacked marks that would cover other lines.
const MAX_UNITS = 16;

/** As many whole characters from the start as fit. */
function headOf(text: string, width: number): string {
  let used = 0;
  let length = 0;
  for (const { segment } of characters.segment(text.slice(0, (width + 1) * MAX_UNITS))) {
    used += characterWidth(segment);
    if (used > width || segment.length > MAX_UNITS) break;
    length += segment.length;
  }
  return text.slice(0, length);
}

function characterWidth(segment: string): 0 | 1 | 2 {
  if (/^\p{M}+$/u.test(segment)) return 0;
  return WIDE.test(segment) ? 2 : 1;
}

// East Asian wide and full-width blocks, and emoji.
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
