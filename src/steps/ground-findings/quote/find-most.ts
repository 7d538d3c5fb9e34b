import { matchOf, type QuoteMatch } from "./find-quote.ts";
import type { QuoteLineIndex } from "./line-index.ts";
import type { QuoteLines } from "./quote-lines.ts";

/** A place with a part of a quote. */
export interface PartialMatch extends QuoteMatch {
  /** Share of the distinctive lines that are here in order, 0 to 1. */
  readonly score: number;
}

/** Where most of an edited quote is: the best places, best first, without overlaps. */
export function findMost(index: QuoteLineIndex, quote: QuoteLines): PartialMatch[] {
  const wanted = quote.lines.map((line) => index.idOf(line));
  const counts = countedLines(quote);
  const all = counts.filter(Boolean).length;
  const found: PartialMatch[] = [];
  for (const offset of likelyOffsets(index, wanted)) {
    const window = { from: Math.max(0, offset - AROUND), to: offset + wanted.length + STEP + AROUND };
    const pairs = commonInOrder(index, wanted, window);
    if (pairs.length === 0) continue;
    const places = pairs.map(({ place }) => place);
    const score = pairs.filter(({ line }) => counts[line] === true).length / all;
    found.push({ ...matchOf(index, places), score });
  }
  found.sort((a, b) => b.score - a.score || a.start - b.start);
  return withoutOverlaps(found);
}

/** How many of the quote's distinctive lines are anywhere in the file, and how many there are. */
export function countPresent(
  index: QuoteLineIndex,
  quote: QuoteLines,
): { readonly found: number; readonly of: number } {
  const counts = countedLines(quote);
  const lines = quote.lines.filter((_, at) => counts[at] === true);
  return { found: lines.filter((line) => index.idOf(line) !== -1).length, of: lines.length };
}

/** Brackets count only if the quote has nothing else. */
function countedLines({ lines, distinctive }: QuoteLines): readonly boolean[] {
  return distinctive.includes(true) ? distinctive : lines.map(() => true);
}

const STEP = 16;
const AROUND = 20;
const MAX_WINDOWS = 6;
/** A line that occurs more often than this is no clue to the place. */
const MAX_VOTES = 200;

/** Each line found in the file votes for where the quote would begin; the places with most votes, rounded. */
function likelyOffsets(index: QuoteLineIndex, wanted: readonly number[]): number[] {
  const votes = new Map<number, number>();
  for (const [at, id] of wanted.entries()) {
    const positions = id === -1 ? [] : index.positions(id);
    if (positions.length > MAX_VOTES) continue;
    for (const place of positions) {
      const step = Math.floor((place - at) / STEP);
      votes.set(step, (votes.get(step) ?? 0) + 1 / positions.length);
    }
  }
  const best = [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MAX_WINDOWS);
  return best.map(([step]) => step * STEP);
}

interface Window {
  readonly from: number;
  readonly to: number;
}

interface Pair {
  readonly line: number;
  readonly place: number;
}

/** The longest common subsequence of the quote and a window of the file. */
function commonInOrder(index: QuoteLineIndex, wanted: readonly number[], window: Window): Pair[] {
  const ids = index.ids.subarray(window.from, Math.max(window.from, window.to));
  const width = ids.length + 1;
  const table = new Uint16Array((wanted.length + 1) * width);
  for (let line = wanted.length - 1; line >= 0; line -= 1) {
    for (let at = ids.length - 1; at >= 0; at -= 1) {
      const cell = line * width + at;
      const down = table[cell + width] ?? 0;
      const right = table[cell + 1] ?? 0;
      const both = ids[at] === wanted[line] ? (table[cell + width + 1] ?? 0) + 1 : 0;
      table[cell] = Math.max(down, right, both);
    }
  }
  const pairs: Pair[] = [];
  let line = 0;
  let at = 0;
  while (line < wanted.length && at < ids.length) {
    const cell = line * width + at;
    if (ids[at] === wanted[line] && table[cell] === (table[cell + width + 1] ?? 0) + 1) {
      pairs.push({ line: line++, place: window.from + at++ });
    } else if ((table[cell + width] ?? 0) >= (table[cell + 1] ?? 0)) line += 1;
    else at += 1;
  }
  return pairs;
}

function withoutOverlaps(matches: readonly PartialMatch[]): PartialMatch[] {
  const kept: PartialMatch[] = [];
  for (const match of matches) {
    if (kept.every(({ start, end }) => match.start > end || match.end < start)) kept.push(match);
  }
  return kept;
}
