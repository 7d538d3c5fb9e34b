/**
 * The text of a file, or undefined where it is none. UTF-16 with its mark is decoded; other bytes that are no UTF-8 become
 * U+FFFD. A NUL within a text does not hide it: it is shown as the sign for NUL, since tools refuse files that hold one.
 */
export function decodeText(bytes: Buffer): string | undefined {
  const wide = decodeWide(bytes);
  if (wide !== undefined) return wide;
  // One or two make no short text a binary file.
  if ((countControls(bytes) - 2) * 10 > bytes.length) return undefined;
  const text = bytes.toString("utf8");
  return count(text, "\uFFFD") * 10 > text.length * 3 ? undefined : showNul(text);
}

/** The text with every NUL shown as a sign. */
export function showNul(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\u2400") : text;
}

/**
 * UTF-16 that begins with its mark. A pair of bytes that are both ASCII is refused: a shell would read such a file as it
 * reads any other, while its decoded form shows something else.
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

/** Bytes that no text is made of: control characters but for white space, backspace and escape. */
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
