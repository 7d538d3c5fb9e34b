import { lowerBound } from "#util/lower-bound.ts";
import type { QuoteLineIndex } from "./line-index.ts";

/** A text to find in a file, ignoring white space and line breaks. */
export interface TogetherQuery {
  readonly lines: readonly string[];
  readonly index: QuoteLineIndex;
  /** Squeezed. */
  readonly text: string;
}

/** First and last place, in the index's `ids`. */
export interface PlaceRange {
  readonly from: number;
  readonly to: number;
}

/** Every place of the text when the file is one long line. A short text must not begin or end inside a word. */
export function findTogether({ lines, index, text }: TogetherQuery): PlaceRange[] {
  if (text.length < MIN_LENGTH) return [];
  const { whole, starts } = join(index);
  const found: PlaceRange[] = [];
  let at = whole.indexOf(text);
  for (let tries = 0; at !== -1 && tries < MAX_TRIES; tries += 1) {
    const range = { from: lineAt(starts, at), to: lineAt(starts, at + text.length - 1) };
    const first = { text: lineOf(lines, index, range.from), offset: at - (starts[range.from] ?? 0) };
    const last = { text: lineOf(lines, index, range.to), offset: at + text.length - 1 - (starts[range.to] ?? 0) };
    if (text.length >= LONG || !(isInWord(first, -1) || isInWord(last, 1))) found.push(range);
    at = whole.indexOf(text, at + 1);
  }
  return found;
}

/** A shorter text is found in too many places by chance. */
const MIN_LENGTH = 8;
const MAX_TRIES = 1000;
/** This much text is never found by chance, so it may be cut inside a word. */
const LONG = 40;

/** Word borders are not checked in longer lines (minified code). */
const LONG_LINE = 5000;

interface Joined {
  readonly whole: string;
  /** The offset of each line in it. */
  readonly starts: Int32Array;
}

const joined = new WeakMap<QuoteLineIndex, Joined>();

function join(index: QuoteLineIndex): Joined {
  const known = joined.get(index);
  if (known !== undefined) return known;
  const starts = new Int32Array(index.texts.length);
  let length = 0;
  for (const [at, text] of index.texts.entries()) {
    starts[at] = length;
    length += text.length;
  }
  const result = { whole: index.texts.join(""), starts };
  joined.set(index, result);
  return result;
}

function lineAt(starts: Int32Array, offset: number): number {
  return lowerBound(starts, offset + 1) - 1;
}

function lineOf(lines: readonly string[], index: QuoteLineIndex, place: number): string {
  return lines[(index.numbers[place] ?? 1) - 1] ?? "";
}

interface Spot {
  readonly text: string;
  /** Counted without white space. */
  readonly offset: number;
}

/**
 * Whether the word at this spot continues in this direction. Checks the line as written, where white space ends a
 * word.
 */
function isInWord({ text, offset }: Spot, direction: -1 | 1): boolean {
  if (text.length > LONG_LINE) return false;
  const at = unsqueezed(text, offset);
  return /\w/.test(text[at] ?? "") && /\w/.test(text[at + direction] ?? "");
}

function unsqueezed(text: string, offset: number): number {
  let seen = -1;
  for (let at = 0; at < text.length; at += 1) {
    if (/\s/.test(text[at] ?? "")) continue;
    seen += 1;
    if (seen === offset) return at;
  }
  return text.length;
}
