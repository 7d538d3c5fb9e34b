import type { GroundedFinding } from "#model/grounding.ts";
import { formatLocation, type Location } from "#model/location.ts";
import type { SourceReader } from "./grounding-source.ts";

/** Lines that are read on each side of a cited place. */
const MARGIN = 3;

/**
 * Reads the lines around every place that the findings cite, so that later steps, which read nothing, can ask for them.
 * A place that cites no lines, or whose file is not there, has none.
 */
export async function readAround(
  grounded: readonly GroundedFinding[],
  source: Pick<SourceReader, "readLines">,
): Promise<(location: Location) => readonly string[]> {
  const around = new Map<string, readonly string[]>();
  for (const { cited, path } of grounded.flatMap(({ grounding }) => grounding.places)) {
    const key = formatLocation(cited);
    if (cited.start === undefined || cited.end === undefined || path === undefined || around.has(key)) continue;
    const lines = await source.readLines(path);
    around.set(key, lines?.slice(Math.max(0, cited.start - 1 - MARGIN), cited.end + MARGIN) ?? []);
  }
  return (location) => around.get(formatLocation(location)) ?? [];
}
