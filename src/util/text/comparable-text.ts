/**
 * The text in a form for comparison, never for display: compatible forms are folded, invisible characters are removed.
 * A reviewer quotes what is visible, and the author of the line could insert anything else.
 */
export function comparableText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(TERMINAL, "").normalize("NFKC").replace(UNSEEN, "");
}

/** Whether the text may be misread: letters that look like Latin ones, or characters that move the cursor. */
export function mayBeMisread(text: string): boolean {
  return !PLAIN.test(text) && LOOKS_LIKE_ANOTHER.test(text);
}

/** The last part of a path, to compare names that people and programs spell differently. */
export function comparableName(path: string): string {
  return comparableText(path.slice(path.lastIndexOf("/") + 1)).toLowerCase();
}

const PLAIN = /^[\t\x20-\x7E]*$/;
/** Colours and similar codes. */
// oxlint-disable-next-line no-control-regex
const TERMINAL = /\u001B\[[0-9;]{0,40}[A-Za-z]/g;
/** Control and format characters except white space, combining marks, and letters without a glyph. */
const UNSEEN = /(?!\s)[\p{Cc}\p{Cf}\p{Mn}\p{Me}\u115F\u1160\u2800]/gu;
const LOOKS_LIKE_ANOTHER = /(?!\p{Script=Latin})\p{L}|(?!\s)\p{Cc}/u;
