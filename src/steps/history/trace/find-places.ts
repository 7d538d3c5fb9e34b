import type { Location } from "#model/location.ts";
import type { CodeAt } from "#model/history/code-facts.ts";
import type { TracedCode } from "./traced-code.ts";

/** Lines of a file; without lines only the file is known. */
export interface FilePlace {
  readonly path: string;
  readonly lines?: { readonly start: number; readonly end: number };
}

/**
 * Where a problem's code was at the earlier head: the cited lines with the quoted block around or next to them; only
 * the quoted code if the cited lines are many or none. Touching places are joined.
 */
export async function findPlaces(traced: TracedCode, from: CodeAt): Promise<readonly FilePlace[]> {
  const cited: Location[] = [];
  for (const location of traced.locations.slice(0, MAX_PLACES)) {
    if ((await from.readLines(location.path)) !== undefined) cited.push(location);
  }
  const paths = [...new Set(cited.map(({ path }) => path))];
  const quoted: Location[] = [];
  for (const quote of paths.length > 0 ? traced.quotes : traced.quotes.slice(0, MAX_SEARCHED)) {
    const found = await (paths.length > 0 ? from.find(quote, paths) : from.findAnywhere(quote));
    // At several places: the cited lines tell which one was meant, or nobody knows.
    const meant = found.filter((place) => cited.some((one) => isBeside(place, one)));
    if (meant.length > 0) quoted.push(...meant);
    else if (found.length === 1) quoted.push(...found);
  }
  const exact = cited.flatMap((location) => exactly(location, quoted));
  const lines = exact.length > 0 ? exact : quoted;
  return lines.length > 0 ? join(lines) : paths.map((path) => ({ path }));
}

const MAX_PLACES = 20;
/** The maximum number of quotes searched in the whole tree. */
const MAX_SEARCHED = 5;
/** A longer place is narrowed to the quoted code inside it. */
const WIDE = 8;
/** Places with at most this many lines between them are joined. */
const GAP = 3;

function exactly(location: Location, quoted: readonly Location[]): readonly Location[] {
  const beside = quoted.filter((place) => isBeside(place, location));
  const { start, end } = location;
  if (start === undefined || end === undefined) return beside;
  const inside = beside.filter((place) => (place.start ?? 1) >= start && (place.end ?? 1) <= end);
  return end - start + 1 > WIDE && inside.length > 0 ? beside : [location, ...beside];
}

/** Whether a quoted block overlaps the cited lines or is next to them, so that both are joined to one place. */
function isBeside(place: Location, location: Location): boolean {
  if (place.path !== location.path) return false;
  const { start = 1, end = Infinity } = location;
  return (place.start ?? 1) <= end + GAP + 1 && (place.end ?? 1) >= start - GAP - 1;
}

function join(locations: readonly Location[]): FilePlace[] {
  const places: { path: string; lines: { start: number; end: number } }[] = [];
  const sorted = locations.toSorted((a, b) => (a.start ?? 1) - (b.start ?? 1));
  for (const { path, start = 1, end = 1 } of sorted) {
    const near = places.find((place) => place.path === path && start <= place.lines.end + GAP + 1);
    if (near === undefined) places.push({ path, lines: { start, end } });
    else near.lines.end = Math.max(near.lines.end, end);
  }
  return places;
}
