import type { OutputLine } from "./launch.ts";

/** Splits bytes into lines. Joins the chunks of a line once, when it is complete, so that long lines stay cheap. */
interface LineSplitter {
  /** The lines that this chunk completes. */
  push(chunk: Buffer): OutputLine[];
  /** The rest, if the output does not end with a line end. */
  end(): OutputLine[];
}

const LINE_END = 10;
/** The most bytes of a character in UTF-8. */
const MAX_CHARACTER_LENGTH = 4;

/** Makes a splitter that delivers lines of more than `longest` bytes in pieces, without cutting a character. */
export function createLineSplitter(longest: number): LineSplitter {
  let held: Buffer[] = [];
  let size = 0;
  let piece = 0;
  const take = (isLast: boolean): OutputLine => {
    const bytes = held.length === 1 ? (held[0] ?? EMPTY) : Buffer.concat(held, size);
    const cut = isLast ? bytes.length : lastWhole(bytes);
    const line = { text: bytes.toString("utf8", 0, cut), piece, isLast };
    held = cut < bytes.length ? [bytes.subarray(cut)] : [];
    size = bytes.length - cut;
    piece = isLast ? 0 : piece + 1;
    return line;
  };
  const hold = (bytes: Buffer): OutputLine[] => {
    const pieces: OutputLine[] = [];
    for (let rest = bytes; rest.length > 0;) {
      // Deliver a full piece only when more of its line has arrived.
      if (size >= longest) pieces.push(take(false));
      const part = rest.subarray(0, Math.max(1, longest - size));
      held.push(part);
      size += part.length;
      rest = rest.subarray(part.length);
    }
    return pieces;
  };
  return {
    push(chunk) {
      const lines: OutputLine[] = [];
      let from = 0;
      for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, from)) {
        lines.push(...hold(chunk.subarray(from, at)), take(true));
        from = at + 1;
      }
      lines.push(...hold(chunk.subarray(from)));
      return lines;
    },
    end: () => (size === 0 && piece === 0 ? [] : [take(true)]),
  };
}

const EMPTY = Buffer.alloc(0);

/** The length without an incomplete last character. Bytes that are not UTF-8 may be cut anywhere. */
function lastWhole(bytes: Buffer): number {
  for (let back = 1; back < MAX_CHARACTER_LENGTH && back < bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    const needs = byte >= 0b1111_0000 ? 4 : byte >= 0b1110_0000 ? 3 : byte >= 0b1100_0000 ? 2 : 1;
    return needs > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
