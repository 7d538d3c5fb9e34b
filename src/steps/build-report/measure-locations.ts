import type { FindingGrounding, Grounding, PlaceGrounding } from "#model/grounding.ts";
import type { LocationAccuracy } from "#model/report.ts";

/**
 * How well a reviewer cites: which of its places exist at the reviewed commit, and which of its quotes were found. What
 * could not be checked is left out of both numbers. Undefined if nothing was checked.
 */
export function measureLocations(groundings: readonly FindingGrounding[]): LocationAccuracy | undefined {
  const places = groundings.flatMap((grounding) => grounding.places).filter(({ status }) => status !== "unreadable");
  const quotes = groundings.flatMap((grounding) => grounding.quotes).filter(({ status }) => status !== "unchecked");
  if (places.length === 0 && quotes.length === 0) return undefined;
  const found = quotes.filter(isFound);
  return {
    places: { exist: places.filter(exists).length, checked: places.length },
    quotes: {
      stand: found.length,
      elsewhere: found.filter(({ status }) => status === "moved").length,
      checked: quotes.length,
    },
  };
}

/** A file that the change removes existed and could be cited. */
function exists({ status }: PlaceGrounding): boolean {
  return status === "exists" || status === "removed";
}

function isFound({ status }: Grounding): boolean {
  return status === "grounded" || status === "moved" || status === "ambiguous";
}
