import type { GroundedFinding } from "#model/finding.ts";
import type { LineAround } from "#model/grounding.ts";
import { formatLocation, type Location } from "#model/location.ts";
import type { GroundingSource } from "./grounding-source.ts";

/** Lines that are read on each side of a cited place. */
const MARGIN = 3;

export type AroundSource = Pick<
  GroundingSource,
  "readLines" | "readBaseLines" | "addedLines" | "linesBesideRemoved" | "changedPaths"
>;

/**
 * Reads the lines around every cited place for later steps, which read nothing themselves. A place without lines, or
 * in a missing file, has none.
 */
export async function readAround(
  grounded: readonly GroundedFinding[],
  source: AroundSource,
): Promise<(location: Location) => readonly LineAround[]> {
  const around = new Map<string, readonly LineAround[]>();
  const bases = new Map<string, IsAtBase>();
  for (const { cited, path } of grounded.flatMap(({ grounding }) => grounding?.places ?? [])) {
    const key = formatLocation(cited);
    if (cited.start === undefined || cited.end === undefined || path === undefined || around.has(key)) continue;
    const first = Math.max(0, cited.start - 1 - MARGIN);
    const lines = (await source.readLines(path))?.slice(first, cited.end + MARGIN) ?? [];
    const isAtBase = bases.get(path) ?? (await openBaseLines(path, source));
    bases.set(path, isAtBase);
    const isTouched = touches(cited.start, cited.end, [source.addedLines(path), source.linesBesideRemoved(path)]);
    around.set(
      key,
      lines.map((text, at) => ({ text, isAtBase: !isTouched && isAtBase(text, first + at + 1) })),
    );
  }
  return (location) => around.get(formatLocation(location)) ?? [];
}

/** Whether the change touched the cited lines. What was beside them before was about other code. */
function touches(start: number, end: number, changed: readonly ReadonlySet<number>[]): boolean {
  return changed.some((lines) => [...lines].some((line) => start <= line && line <= end));
}

type IsAtBase = (text: string, line: number) => boolean;

/** Returns which lines of a file were there before the change. An unknown line counts as new. */
async function openBaseLines(path: string, source: AroundSource): Promise<IsAtBase> {
  const before = new Set(await source.readBaseLines(path));
  const added = source.addedLines(path);
  // A changed file without hunks was only listed: its old lines may be anywhere now.
  const isUnread = source.changedPaths.includes(path) && added.size + source.linesBesideRemoved(path).size === 0;
  return (text, line) => !isUnread && !added.has(line) && before.has(text);
}
