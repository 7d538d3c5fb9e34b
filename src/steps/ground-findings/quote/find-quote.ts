import { lowerBound } from "#util/lower-bound.ts";
import type { LineSpan } from "#model/location.ts";
import { findTogether } from "./find-together.ts";
import type { QuoteLineIndex } from "./line-index.ts";
import type { QuoteLines } from "./quote-lines.ts";

/** A place of a quote. Lines from 1, both included. */
export interface QuoteMatch extends LineSpan {
  /** The numbers of the lines that match, ascending. */
  readonly lines: readonly number[];
}

/** Every place of the file with the whole quote, without a gap. */
export function findWhole(index: QuoteLineIndex, quote: QuoteLines): QuoteMatch[] {
  if (quote.leftOut.includes(true)) return [];
  const wanted = quote.lines.map((line) => index.idOf(line));
  const rarest = rarestOf(index, wanted);
  if (rarest === undefined) return [];
  const matches: QuoteMatch[] = [];
  for (const position of index.positions(wanted[rarest] ?? -1)) {
    const from = position - rarest;
    if (from < 0 || from + wanted.length > index.ids.length) continue;
    if (wanted.every((id, at) => index.ids[from + at] === id)) matches.push(matchOf(index, range(from, wanted.length)));
    if (matches.length === MAX_MATCHES) break;
  }
  return matches;
}

/** Places with the whole quote in order, but with lines between: few, or many if the quote has an ellipsis. */
export function findSpread(index: QuoteLineIndex, quote: QuoteLines): QuoteMatch[] {
  const wanted = quote.lines.map((line) => index.idOf(line));
  if (wanted.length < 2 || wanted.includes(-1)) return [];
  const byEnd = new Map<number, readonly number[]>();
  for (const start of index.positions(wanted[0] ?? -1).slice(0, MAX_STARTS)) {
    const places = walk(index, wanted, { start, leftOut: quote.leftOut });
    // A later start with the same end is the tighter match.
    if (places !== undefined) byEnd.set(places.at(-1) ?? start, places);
    if (byEnd.size === MAX_MATCHES) break;
  }
  return [...byEnd.values()].map((places) => matchOf(index, places));
}

/** Places that match if line breaks are ignored too: re-wrapped code, or a part of a line. */
export function findUnwrapped(lines: readonly string[], index: QuoteLineIndex, quote: QuoteLines): QuoteMatch[] {
  if (quote.leftOut.includes(true)) return [];
  return findTogether({ lines, index, text: quote.lines.join("") })
    .slice(0, MAX_MATCHES)
    .map(({ from, to }) => matchOf(index, range(from, to - from + 1)));
}

/** The exact number beyond this does not matter. */
export const MAX_MATCHES = 1000;
const MAX_STARTS = 5000;

/** Lines that may be between two quoted lines; more if the quote has an ellipsis. */
const GAP = 40;
const LEFT_OUT_GAP = 400;

interface Walk {
  readonly start: number;
  readonly leftOut: readonly boolean[];
}

function walk(
  index: QuoteLineIndex,
  wanted: readonly number[],
  { start, leftOut }: Walk,
): readonly number[] | undefined {
  const places = [start];
  let last = start;
  for (let at = 1; at < wanted.length; at += 1) {
    const next = nextPlace(index.positions(wanted[at] ?? -1), last);
    if (next === undefined) return undefined;
    const gap = (index.numbers[next] ?? 0) - (index.numbers[last] ?? 0);
    if (gap > (leftOut[at] === true ? LEFT_OUT_GAP : GAP)) return undefined;
    places.push(next);
    last = next;
  }
  return places;
}

function nextPlace(places: readonly number[], after: number): number | undefined {
  return places[lowerBound(places, after + 1)];
}

function rarestOf(index: QuoteLineIndex, wanted: readonly number[]): number | undefined {
  let best: number | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const [at, id] of wanted.entries()) {
    if (id === -1) return undefined;
    const count = index.positions(id).length;
    if (count >= fewest) continue;
    fewest = count;
    best = at;
  }
  return best;
}

function range(from: number, length: number): number[] {
  return Array.from({ length }, (_, at) => from + at);
}

/** A match from places in `ids`. */
export function matchOf(index: QuoteLineIndex, places: readonly number[]): QuoteMatch {
  const lines = places.map((place) => index.numbers[place] ?? 1);
  return { start: lines[0] ?? 1, end: lines.at(-1) ?? 1, lines };
}
