import { mayBeMisread } from "#util/text/comparable-text.ts";
import type { Quote } from "#model/finding.ts";
import { bestGrounding, type Grounding } from "#model/grounding.ts";
import type { Location, LineSpan } from "#model/location.ts";
import { countPresent, findMost } from "./find-most.ts";
import { findSpread, findUnwrapped, findWhole, MAX_MATCHES, type QuoteMatch } from "./find-quote.ts";
import { indexLines, type QuoteLineIndex } from "./line-index.ts";
import { type QuoteLines, readQuote } from "./quote-lines.ts";

/**
 * Looks up a quote in a file: at the cited lines, then anywhere. White space is ignored, and a quote may omit lines
 * with `...`. Only reports what it finds; the caller decides what it means.
 */
export function groundQuote(file: readonly string[], location: Location, quote: Quote | undefined): Grounding {
  const { path, start, end } = location;
  const cited = start === undefined || end === undefined ? [] : [{ start, end }];
  if (start !== undefined && start > file.length && quote === undefined) {
    return { status: "unsupported", why: `the file has ${file.length} lines, line ${start} is cited` };
  }
  const readings = quote === undefined ? [] : readQuote(quote.code);
  if (readings.length === 0)
    return { status: "unchecked", why: "the cited lines exist; no code is quoted to compare them with" };
  return placeQuote({ path, lines: file, cited }, readings);
}

/** A file to search, and the lines of it that a finding cites. */
export interface CitedFile {
  readonly path: string;
  readonly lines: readonly string[];
  /** Empty: the whole file. */
  readonly cited: readonly LineSpan[];
}

/** The best result of any reading of the quote in this file. */
export function placeQuote(file: CitedFile, readings: readonly QuoteLines[]): Grounding {
  const results = readings.map((reading) => placeReading(file, reading));
  return bestGrounding(results) ?? { status: "unchecked", why: "no code is quoted" };
}

/** Lines off by this much still count as cited: reviewers count from the function's head or its comment. */
const SLACK = 2;

/** Of several places, one this near to the cited lines is the intended one. */
const NEAR = 15;

/** The share of quoted lines that must be in the file to accept a quote, and not to reject it. */
const ENOUGH = 0.8;
const TOO_FEW = 0.4;

/** A quote assembled from several places is accepted only if it is long and this share of it is where cited. */
const MANY = 5;
const MAX_HERE = 0.5;

function placeReading(file: CitedFile, quote: QuoteLines): Grounding {
  const index = indexLines(file.lines);
  const whole = findWhole(index, quote);
  const unwrapped = findUnwrapped(file.lines, index, quote);
  const spread = findSpread(index, quote);
  const here = [...whole, ...unwrapped, ...spread].find((match) => isCited(file, match));
  if (here !== undefined) {
    return { status: "grounded", at: locate(file.path, here), why: "the quoted code is at the cited lines" };
  }
  for (const matches of [whole, unwrapped, spread]) {
    if (matches.length > 0) return chooseMatch(file, matches, (match) => `the quoted code is at ${formatLines(match)}`);
  }
  return placeEdited(file, index, quote);
}

/** Reduces equally good matches to one answer. */
function chooseMatch(
  file: CitedFile,
  matches: readonly QuoteMatch[],
  describe: (match: QuoteMatch) => string,
): Grounding {
  const { path, cited } = file;
  const here = matches.find((match) => isCited(file, match));
  if (here !== undefined) return { status: "grounded", at: locate(path, here), why: describe(here) };
  const near = matches.filter((match) => cited.some((span) => distance(span, match) <= NEAR));
  const only = matches.length === 1 ? matches[0] : near.length === 1 ? near[0] : undefined;
  if (only === undefined) {
    const times = matches.length === MAX_MATCHES ? `${MAX_MATCHES} times or more` : `${matches.length} times`;
    return {
      status: "ambiguous",
      candidates: matches.slice(0, MAX_CANDIDATES).map((match) => locate(path, match)),
      why: `the quoted code occurs ${times}${cited.length > 0 ? ", not where it was cited" : ""}`,
    };
  }
  if (cited.length === 0) return { status: "grounded", at: locate(path, only), why: describe(only) };
  return { status: "moved", to: { start: only.start, end: only.end }, why: describe(only) };
}

const MAX_CANDIDATES = 5;

/** A quote of which some lines differ. */
function placeEdited(file: CitedFile, index: QuoteLineIndex, quote: QuoteLines): Grounding {
  const { found, of } = countPresent(index, quote);
  const describe = `${found} of ${of} quoted lines are in the file`;
  const matches = findMost(index, quote);
  const best = matches[0]?.score ?? 0;
  const equal = matches.filter(({ score }) => score === best);
  if (best >= ENOUGH) {
    const count = Math.round(best * of);
    return chooseMatch(file, equal, (match) => `${count} of ${of} quoted lines are at ${formatLines(match)}`);
  }
  const here = matches.find((match) => match.score >= MAX_HERE && isCited(file, match));
  if (found >= of * ENOUGH && of >= MANY && here !== undefined) {
    return { status: "grounded", at: locate(file.path, here), why: `${describe}, further apart or in another order` };
  }
  if (found === 0) {
    return isMisread(file)
      ? { status: "unchecked", why: "the cited lines hold characters that are easily read as others" }
      : { status: "unsupported", why: "the quoted code is not in the file" };
  }
  if (found < of * TOO_FEW) return { status: "unsupported", found, why: `only ${describe}` };
  return { status: "partial", found, of, why: found === of ? `${describe}, but not together` : describe };
}

/** Whether the quoted lines may be here in letters that only look like those of the quote. */
function isMisread({ lines, cited }: CitedFile): boolean {
  const near =
    cited.length === 0
      ? [lines]
      : cited.map(({ start, end }) => lines.slice(Math.max(0, start - 1 - NEAR), end + NEAR));
  return near.some((some) => some.some(mayBeMisread));
}

function isCited({ cited }: CitedFile, { lines }: QuoteMatch): boolean {
  return cited.some(({ start, end }) => lines.some((line) => line >= start - SLACK && line <= end + SLACK));
}

function distance(span: LineSpan, match: LineSpan): number {
  return Math.max(0, match.start - span.end, span.start - match.end);
}

function locate(path: string, { start, end }: LineSpan): Location {
  return { path, start, end };
}

function formatLines({ start, end }: LineSpan): string {
  return start === end ? `line ${start}` : `lines ${start}-${end}`;
}
