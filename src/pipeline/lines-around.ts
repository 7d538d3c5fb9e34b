import type { Finding } from "#model/finding.ts";
import { formatLocation, type Location } from "#model/location.ts";
import type { SourceReader } from "#steps/ground-findings/grounding-source.ts";

const MORE = 3;

/** Reads the lines at every cited place, with three more on each side, so that a step can ask for them. */
export async function readLinesAround(
  findings: readonly Finding[],
  source: SourceReader,
): Promise<(location: Location) => readonly string[]> {
  const known = new Map<string, readonly string[]>();
  for (const location of findings.flatMap(({ locations }) => locations)) {
    const { path, start, end } = location;
    if (start === undefined || end === undefined) continue;
    const found = await source.resolvePath(path);
    const lines = found === undefined ? undefined : await source.readLines(found);
    if (lines !== undefined)
      known.set(formatLocation(location), lines.slice(Math.max(0, start - 1 - MORE), end + MORE));
  }
  return (location) => known.get(formatLocation(location)) ?? [];
}
