import { isWordCode } from "#util/text/lexer/scan.ts";
import { lowerBound } from "#util/lower-bound.ts";
import { hashWord } from "../words.ts";

// An offset fits below the hash in one exact double.
const OFFSETS = 2 ** 21;
// After this many lookups an index of all words is worth its memory.
const FEW_QUESTIONS = 12;

/** Finds words in one text. After some lookups it indexes all words. */
export class WordPlaces {
  private readonly text: string;
  private asked = 0;
  private pairs: Float64Array | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The offsets of this text as a whole word, ascending. */
  find(needle: string): readonly number[] {
    const word = firstWord(needle);
    this.asked += 1;
    if (word === undefined || this.text.length >= OFFSETS || this.asked <= FEW_QUESTIONS)
      return scanFor(this.text, needle);
    this.pairs ??= notePlaces(this.text);
    return this.look(needle, word);
  }

  private look(needle: string, { start, end }: Span): number[] {
    const pairs = this.pairs ?? new Float64Array(0);
    const from = hashWord(needle.slice(start, end)) * OFFSETS;
    const found: number[] = [];
    for (let at = lowerBound(pairs, from); at < pairs.length && (pairs[at] ?? 0) < from + OFFSETS; at++) {
      const offset = (pairs[at] ?? 0) - from - start;
      if (offset >= 0 && this.text.startsWith(needle, offset) && isWholeWord(this.text, offset, needle)) {
        found.push(offset);
      }
    }
    return found;
  }
}

/** What `WordPlaces` finds, by scanning the text. */
export function scanFor(text: string, needle: string): number[] {
  const found: number[] = [];
  if (needle === "") return found;
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) {
    if (isWholeWord(text, at, needle)) found.push(at);
  }
  return found;
}

/** Whether the match is not part of a longer word. */
function isWholeWord(text: string, at: number, needle: string): boolean {
  const end = at + needle.length;
  const joins = (left: number, right: number): boolean =>
    left >= 0 && right < text.length && isWordCode(text.charCodeAt(left)) && isWordCode(text.charCodeAt(right));
  return !joins(at - 1, at) && !joins(end - 1, end);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function firstWord(text: string): Span | undefined {
  let start = 0;
  while (start < text.length && !isWordCode(text.charCodeAt(start))) start++;
  let end = start;
  while (end < text.length && isWordCode(text.charCodeAt(end))) end++;
  return end === start ? undefined : { start, end };
}

/** The hash and offset of every word, packed and sorted. */
function notePlaces(text: string): Float64Array {
  const pairs = new Float64Array((text.length >> 1) + 1);
  let count = 0;
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && isWordCode(text.charCodeAt(at))) {
      if (start === -1) start = at;
    } else if (start !== -1) {
      pairs[count++] = hashWord(text.slice(start, at)) * OFFSETS + start;
      start = -1;
    }
  }
  return pairs.slice(0, count).sort();
}
