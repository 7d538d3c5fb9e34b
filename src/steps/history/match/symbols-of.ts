import type { ChangeIndex, Definition, SideIndex } from "#model/change/change-index.ts";
import type { GroundedFinding } from "#model/finding.ts";
import type { Location } from "#model/location.ts";

/**
 * The symbols that enclose the places of each finding at the head, by the finding's id. None for languages without a
 * grammar.
 */
export async function symbolsOf(
  grounded: readonly GroundedFinding[],
  { head }: ChangeIndex,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const symbols = new Map<string, readonly string[]>();
  for (const each of grounded) symbols.set(each.finding.id, await symbolsAt(placesOf(each), head));
  return symbols;
}

/** The symbols that enclose these places. */
export async function symbolsAt(places: readonly Location[], side: SideIndex): Promise<readonly string[]> {
  const names = new Set<string>();
  for (const place of places.slice(0, MAX_PLACES)) {
    const facts = await side.facts(place.path).catch(() => undefined);
    const name = enclosing(facts?.definitions ?? [], place);
    if (name !== undefined) names.add(name);
  }
  return [...names];
}

const MAX_PLACES = 10;

/** The places of a finding as found at the commit, the first one moved to its quote. */
export function placesOf({ finding, grounding }: GroundedFinding): Location[] {
  const places = finding.locations.map((location, at) => ({
    ...location,
    path: grounding?.places[at]?.path ?? location.path,
  }));
  const summary = grounding?.summary;
  const [first, ...rest] = places;
  if (summary?.status === "moved") return [{ path: summary.path ?? first?.path ?? "", ...summary.to }, ...rest];
  return summary?.status === "grounded" && summary.at !== undefined ? [summary.at, ...rest] : places;
}

/** The smallest definition around a place; a method with its class. */
function enclosing(definitions: readonly Definition[], { start, end }: Location): string | undefined {
  if (start === undefined) return undefined;
  const around = definitions.filter((each) => each.start <= start && each.end >= (end ?? start));
  const named = around.filter(({ kind }) => kind !== "field" && kind !== "variable");
  const [smallest] = named.toSorted((a, b) => a.end - a.start - (b.end - b.start));
  if (smallest === undefined) return undefined;
  return smallest.container === undefined ? smallest.name : `${smallest.container}.${smallest.name}`;
}
