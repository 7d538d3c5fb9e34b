/**
 * The text as somebody reads it: compatible forms are one, and what is not seen is left out. A reviewer who quotes a line writes
 * what it sees, and whoever writes the line could put anything between. For comparing, never for showing.
 */
export function asSeen(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(TERMINAL, "").normalize("NFKC").replace(UNSEEN, "");
}

/** Whether it holds what is easily read as something else: letters that look like Latin ones, or what moves the cursor. */
export function mayBeMisread(text: string): boolean {
  return !PLAIN.test(text) && LOOKS_LIKE_ANOTHER.test(text);
}

/** The last part of a path, for comparing names that people and programs spell in different ways. */
export function nameAsSeen(path: string): string {
  return asSeen(path.slice(path.lastIndexOf("/") + 1)).toLowerCase();
}

const PLAIN = /^[\t\x20-\x7E]*$/;
/** Colours and the like. */
// oxlint-disable-next-line no-control-regex
const TERMINAL = /\u001B\[[0-9;]{0,40}[A-Za-z]/g;
/** Control and format characters but white space, combining marks, and letters that are drawn as nothing. */
const UNSEEN = /(?!\s)[\p{Cc}\p{Cf}\p{Mn}\p{Me}\u115F\u1160\u2800]/gu;
const LOOKS_LIKE_ANOTHER = /(?!\p{Script=Latin})\p{L}|(?!\s)\p{Cc}/u;
