/**
 * The text of a file; undefined if it is not text. Decodes UTF-16 with a byte-order mark; other bytes that are not
 * UTF-8 become U+FFFD. A NUL does not hide a text: it becomes the symbol for NUL, since tools refuse files that contain
 * one.
 */
export function decodeText(bytes: Buffer): string | undefined {
  const wide = decodeWide(bytes);
  if (wide !== undefined) return wide;
  // One or two do not make a short text binary.
  if ((countControls(bytes) - 2) * 10 > bytes.length) return undefined;
  const text = bytes.toString("utf8");
  return count(text, "\uFFFD") * 10 > text.length * 3 ? undefined : showNul(text);
}

/** The text with every NUL replaced by its symbol. */
export function showNul(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\u2400") : text;
}

/**
 * Decodes UTF-16 with a byte-order mark. Rejects a pair of two ASCII bytes: a shell would run such a file like any
 * other, while its decoded form shows something else.
 */
function decodeWide(bytes: Buffer): string | undefined {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
  if ((!isLittle && !isBig) || bytes.length % 2 === 1) return undefined;
  for (let at = 2; at < bytes.length; at += 2) if (isAscii(bytes[at]) && isAscii(bytes[at + 1])) return undefined;
  const units = isLittle ? bytes.subarray(2) : Buffer.from(bytes.subarray(2)).swap16();
  const text = units.toString("utf16le");
  return count(text, "\0") * 10 > text.length ? undefined : showNul(text);
}

const isAscii = (byte = 0): boolean => (byte >= 0x20 && byte < 0x7f) || byte === 9 || byte === 10 || byte === 13;

/** Bytes that do not occur in text: control characters except white space, backspace and escape. */
function countControls(bytes: Buffer): number {
  let found = 0;
  for (const byte of bytes) {
    if (byte === 127 || (byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27)) found += 1;
  }
  return found;
}

function count(text: string, sign: string): number {
  let found = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) found += 1;
  return found;
}
