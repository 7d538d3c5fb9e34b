import { isPlaceholder, isRandom } from "./is-real.ts";
import { PRIVATE_KEY } from "./secret-forms.ts";
import { MAX_LENGTH, type SecretSpan } from "./span.ts";

/**
 * The lines of private keys, each as its own span. Line ends may be plain, escaped in JSON (even twice) or in a URL,
 * and the lines may be string literals, comments, lines of a diff or numbered. The text between them is not masked.
 */
export function keySpans(text: string): SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const header of text.matchAll(KEY_HEADER)) {
    let at = header.index + header[0].length;
    const last = Math.min(text.length, header.index + MAX_LENGTH - 200);
    for (let isFirst = true; at < last; isFirst = false) {
      KEY_LINE.lastIndex = at;
      const [whole = "", line = "", end] = KEY_LINE.exec(text) ?? [];
      const isWhole = line.length >= MIN_KEY_LINE_LENGTH && (!isFirst || !isPlaceholder(line));
      // The last line may be short.
      const isLast = !isFirst && line !== "" && (end !== undefined || line.endsWith("=") || isRandom(line));
      // A key of a JSON object is not part of it.
      if (!(isWhole || isLast) || text.startsWith('":', at + whole.length)) break;
      at += whole.length;
      const start = at - (end?.length ?? 0) - line.length;
      found.push({ from: header.index, start, end: start + line.length, name: PRIVATE_KEY });
      if (!isWhole) break;
    }
  }
  return found;
}

/** The last header, up to `before`, of a private key whose body does not end within the text. */
export function lastKeyHeader(text: string, before: number): number | undefined {
  const at = Math.max(...STARTS.map((start) => text.lastIndexOf(start, before)));
  if (at < 0 || text.length - at >= MAX_LENGTH) return undefined;
  return text.includes("-----END", at) ? undefined : at;
}

const STARTS = ["-----BEGIN", "---- BEGIN", "Private-Lines:"];

const BLANK = String.raw`(?: |%20|\+)`;
const BETWEEN = String.raw`\s|\\{1,8}[nrt]|%0[AaDd]|%20|<br ?/?>|["'${"`"}+,;.#>|*]|\\(?=["'])`;
/** Line numbers of programs: `key.pem:2:`, `2→`. */
const NUMBER = String.raw`(?:[^\s:\\]{1,200}[:-])?\d{1,6}(?:[:|→│)-]|[ \t]|\\{1,8}(?:t|u2192))`;

const KEY_HEADER = new RegExp(
  String.raw`(?:-----BEGIN${BLANK}(?:[A-Z0-9]{2,10}${BLANK}){0,2}PRIVATE${BLANK}KEY(?:${BLANK}BLOCK)?-----|---- BEGIN SSH2 (?:ENCRYPTED )?PRIVATE KEY ----|Private-Lines: \d{1,3})` +
    String.raw`(?:(?:\s|\\{1,8}[nr]){1,8}(?:Proc-Type|DEK-Info|Version|Comment):[^\n\\]{0,200}){0,4}`,
  "g",
);
const MIN_KEY_LINE_LENGTH = 40;
/** What may be between two lines, a line, and the end of the key if it follows. */
const KEY_LINE = new RegExp(
  String.raw`(?:${BETWEEN}|// |-){0,60}(?:${NUMBER}(?:${BETWEEN}){0,8})?((?:[A-Za-z0-9+/]|%2[BbFf]){1,18000}(?:=|%3[Dd]){0,2})((?:${BETWEEN}){0,60}(?:${NUMBER}(?:${BETWEEN}){0,8})?-----END)?`,
  "y",
);
