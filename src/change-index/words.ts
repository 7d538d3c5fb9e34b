import { lowerBound } from "#util/lower-bound.ts";
import { isWordCode } from "#util/text/lexer/scan.ts";

// FNV-1a, 32 bits. Only used to find candidates, which are then verified.
const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

/** The hash of a word. */
export function hashWord(word: string): number {
  let hash = SEED;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), PRIME);
  return hash >>> 0;
}

/** The hashes of all words of a text, including comments and strings, each once, ascending. */
export function wordHashes(text: string): Uint32Array {
  // At most every second character ends a word.
  const found = new Uint32Array((text.length >> 1) + 1);
  let count = 0;
  let hash = SEED;
  let inside = false;
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 128 ? WORD_CODES[code] === 1 : isWordCode(code)) {
      hash = Math.imul(hash ^ code, PRIME);
      inside = true;
    } else if (inside) {
      found[count++] = hash;
      hash = SEED;
      inside = false;
    }
  }
  return unique(found.subarray(0, count).sort());
}

// A table for ASCII, because every file of the repository goes through this loop.
const WORD_CODES = Uint8Array.from({ length: 128 }, (_, code) => (isWordCode(code) ? 1 : 0));

function unique(sorted: Uint32Array): Uint32Array {
  let count = 0;
  for (let at = 0; at < sorted.length; at++) {
    if (at === 0 || sorted[at] !== sorted[count - 1]) sorted[count++] = sorted[at] ?? 0;
  }
  return sorted.slice(0, count);
}

/** The whole words in a text. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    const inside = at < text.length && isWordCode(text.charCodeAt(at));
    if (inside && start === -1) start = at;
    if (!inside && start !== -1) {
      words.push(text.slice(start, at));
      start = -1;
    }
  }
  return words;
}

// The file number fits below the hash in one exact double.
const FILES = 2 ** 21;

/** Finds the files with a word: pairs of hash and file number, packed into doubles and sorted. */
export class WordIndex {
  private readonly pairs: Float64Array;

  constructor(files: readonly Uint32Array[]) {
    let total = 0;
    for (const hashes of files) total += hashes.length;
    this.pairs = new Float64Array(total);
    let at = 0;
    files.forEach((hashes, file) => {
      for (const hash of hashes) this.pairs[at++] = hash * FILES + file;
    });
    this.pairs.sort();
  }

  /** The numbers of the files that may contain this word, ascending. */
  filesWith(word: string): number[] {
    const { pairs } = this;
    const from = hashWord(word) * FILES;
    return Array.from(pairs.subarray(lowerBound(pairs, from), lowerBound(pairs, from + FILES)), (pair) => pair - from);
  }
}
