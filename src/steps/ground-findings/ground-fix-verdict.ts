import type { Location } from "#model/location.ts";
import type { FixVerdict } from "#model/history/lineage.ts";
import { isDistinctiveQuote, stands } from "#model/panel/verification.ts";
import type { GroundingSource } from "./grounding-source.ts";
import { groundPlaces } from "./ground-places.ts";
import { findElsewhere } from "./quote/find-elsewhere.ts";
import { placeQuote } from "./quote/ground-quote.ts";
import { readQuote } from "./quote/quote-lines.ts";

/**
 * Looks up the quotes of a verdict at the reviewed commit: in the files it cites, then in others. One that is found is
 * enough. Code that the change removed does not count: a fix is judged by what is there. Without a distinctive quote
 * there is nothing to look up, and the verdict stays as it is.
 */
export async function groundFixVerdict(verdict: FixVerdict, source: GroundingSource): Promise<FixVerdict> {
  const quotes = verdict.quotes.filter(isDistinctiveQuote).slice(0, MAX_QUOTES);
  if (quotes.length === 0) return verdict;
  for (const code of quotes) {
    if (await isQuoteIn(source, code, verdict.locations)) return { ...verdict, isGrounded: true };
  }
  return { ...verdict, isGrounded: false };
}

const MAX_QUOTES = 20;

async function isQuoteIn(source: GroundingSource, code: string, cited: readonly Location[]): Promise<boolean> {
  const readings = readQuote(code);
  if (readings.length === 0) return false;
  const places = await groundPlaces(source, cited);
  const paths = new Set(
    places.flatMap(({ path, status }) => (path === undefined || status === "removed" ? [] : [path])),
  );
  for (const path of paths) {
    const lines = await source.readLines(path);
    if (lines !== undefined && stands(placeQuote({ path, lines, cited: [] }, readings))) return true;
  }
  const elsewhere = await findElsewhere(source, { quote: { code }, readings, except: paths });
  return elsewhere !== undefined && stands(elsewhere);
}
