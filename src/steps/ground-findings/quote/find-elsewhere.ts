import type { Quote } from "#model/finding.ts";
import type { Grounding } from "#model/grounding.ts";
import type { Location } from "#model/location.ts";
import { placeQuote } from "./ground-quote.ts";
import type { GroundingSource } from "../grounding-source.ts";
import type { QuoteLines } from "./quote-lines.ts";

/** A quote that is not in the cited files. */
export interface StrayQuote {
  readonly quote: Quote;
  readonly readings: readonly QuoteLines[];
  /** Files that were already searched. */
  readonly except: ReadonlySet<string>;
}

/** Searches for a stray quote in the files of the change, then by its longest line in the whole head. */
export async function findElsewhere(source: GroundingSource, stray: StrayQuote): Promise<Grounding | undefined> {
  if (!stray.readings.some(isLocatable)) return undefined;
  const changed = source.changedPaths.slice(0, MAX_FILES).filter((path) => !stray.except.has(path));
  const inChange = await findIn(source, changed, stray.readings);
  if (inChange.length > 0) return toGrounding(inChange);
  const seen = new Set([...stray.except, ...changed]);
  const others = await findPaths(source, stray.quote);
  const found = await findIn(
    source,
    others.filter((path) => !seen.has(path)),
    stray.readings,
  );
  return found.length > 0 ? toGrounding(found) : undefined;
}

const MAX_FILES = 200;
const MAX_OTHERS = 10;

/** Short lines occur in many files by chance; only a distinctive quote may be located in another file. */
function isLocatable({ lines, distinctive }: QuoteLines): boolean {
  const long = lines.filter((line, at) => distinctive[at] === true && line.length >= 12);
  return long.length >= 2 || long.some((line) => line.length >= 24);
}

async function findIn(
  source: GroundingSource,
  paths: readonly string[],
  readings: readonly QuoteLines[],
): Promise<Location[]> {
  const found: Location[] = [];
  for (const path of paths) {
    const lines = await source.readLines(path);
    const grounding = lines === undefined ? undefined : placeQuote({ path, lines, cited: [] }, readings);
    if (grounding?.status === "grounded" && grounding.at !== undefined) found.push(grounding.at);
    if (grounding?.status === "ambiguous") found.push(...grounding.candidates);
  }
  return found;
}

async function findPaths({ index }: GroundingSource, { code }: Quote): Promise<string[]> {
  if (index === undefined) return [];
  let longest = "";
  for (const line of code.split("\n").map((text) => text.trim())) {
    if (line.length > longest.length && line.length <= 300) longest = line;
  }
  const mentions = longest === "" ? [] : await index.findText(longest);
  return [...new Set(mentions.map(({ path }) => path))].slice(0, MAX_OTHERS);
}

function toGrounding(found: readonly Location[]): Grounding {
  const [only] = found;
  if (only?.start === undefined || only.end === undefined || found.length > 1) {
    const why = `the quoted code is in no cited file, but in ${found.length} other places`;
    return { status: "ambiguous", candidates: found.slice(0, 5), why };
  }
  return {
    status: "moved",
    path: only.path,
    to: { start: only.start, end: only.end },
    why: `the quoted code is in ${only.path} at line ${only.start}`,
  };
}
