/** The JSON texts in an output, and whether one of them breaks off. */
export interface JsonDocuments {
  readonly values: readonly unknown[];
  readonly isCut: boolean;
}

/** How often the text may be searched for the end of something that begins like JSON. Keeps the search linear. */
const MAX_SEARCHES = 3;

/**
 * Finds the JSON texts in an output: one, one on each line, or several with other lines before, between and after them, as
 * script runners print.
 */
export function findJsonDocuments(text: string): JsonDocuments {
  const whole = parse(text.replace(/^\ufeff/, ""));
  if (whole.ok) return { values: [whole.value], isCut: false };
  const values: unknown[] = [];
  let left = text.length * MAX_SEARCHES;
  let isCut = false;
  for (let at = nextStart(text, 0); at !== -1;) {
    const end = findEnd(text, at);
    const part = end === -1 ? { ok: false as const } : parse(text.slice(at, end));
    left -= part.ok ? 0 : (end === -1 ? text.length : end) - at;
    if (part.ok) values.push(part.value);
    // `[build] it's done` begins like a list and is none.
    else isCut ||= end === -1 && /^[[{]\s*["{[\]}\d-]/.test(text.slice(at, at + 1000));
    if (left < 0) return { values, isCut: true };
    at = nextStart(text, part.ok ? end : at + 1);
  }
  return { values, isCut };
}

function parse(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ok: true, value } : { ok: false };
  } catch {
    return { ok: false };
  }
}

/** The next line that begins like a JSON object or list. */
function nextStart(text: string, from: number): number {
  const pattern = /^[ \t\ufeff]*(?=[[{])/gm;
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  return found === null ? -1 : found.index + found[0].length;
}

/** The end of the JSON text that starts here; -1 if it does not end. By code units, which is many times as fast as a pattern. */
function findEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      at = endOfString(text, at + 1);
      if (at === -1) return -1;
    } else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) depth += 1;
    else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Where the string's last quote is; -1 if it has none. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at;
    if (unit === BACKSLASH) at += 1;
  }
  return -1;
}
