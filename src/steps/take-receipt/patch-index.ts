import type { PatchPlace } from "#model/agent/bundle.ts";
import { lowerBound } from "#util/lower-bound.ts";
import type { HunkIndex } from "./hunk-index.ts";
import type { LineRange } from "./seen-lines.ts";

/** The patches on one desk. */
export interface PatchIndex {
  /** The files of the repository whose hunks are in this patch; none for any other file of the bundle. */
  filesIn(patch: string): readonly string[];
  /** The target on this line of the patch. */
  targetAt(patch: string, line: number): number | undefined;
  /** Reports the targets on these lines of the patch. */
  cover(patch: string, lines: LineRange, see: (target: number) => void): void;
}

/** Determines which lines of which patch contain which targets. The counter may be shared by several desks. */
export function createPatchIndex(
  index: HunkIndex,
  places: readonly PatchPlace[],
  isSeen: PieceCounter = createPieceCounter(),
): PatchIndex {
  const patches = new Map<string, LaidPlace[]>();
  for (const laid of layPlaces(index, places)) {
    const known = patches.get(laid.place.path);
    if (known === undefined) patches.set(laid.place.path, [laid]);
    else known.push(laid);
  }
  const starts = new Map<string, Float64Array>();
  for (const [patch, laid] of patches) {
    laid.sort((one, other) => one.place.start - other.place.start);
    starts.set(
      patch,
      Float64Array.from(laid, ({ place }) => place.start),
    );
  }
  return {
    filesIn: (patch) => [
      ...new Set((patches.get(patch) ?? []).flatMap(({ place }) => index.hunks[place.hunk]?.path ?? [])),
    ],
    targetAt(patch, line) {
      const next = lowerBound(starts.get(patch) ?? new Float64Array(), line + 1);
      const { place, from } = patches.get(patch)?.[next - 1] ?? {};
      if (place === undefined || from === undefined || line > place.end || line === place.start) return undefined;
      return index.targets[place.hunk]?.[from + line - place.start - 1];
    },
    cover(patch, lines, see) {
      for (const laid of patches.get(patch) ?? []) {
        const targets = coveredTargets(index, laid, lines);
        if (targets.length === 0 || !isSeen(laid.place)) continue;
        for (const target of targets) if (target !== undefined) see(target);
      }
    },
  };
}

/** Records a shown place; true once its lines have been shown completely. */
export type PieceCounter = (place: PatchPlace) => boolean;

/** Counts the pieces of lines that are too long for one place: such a line is seen when all of them were. */
export function createPieceCounter(): PieceCounter {
  const seen = new Map<string, Set<number>>();
  return ({ hunk, rows, pieces }) => {
    if (pieces === undefined) return true;
    const key = `${hunk} ${rows?.from}`;
    const own = seen.get(key) ?? new Set<number>();
    seen.set(key, own);
    for (let piece = pieces.from; piece < pieces.to; piece++) own.add(piece);
    return own.size === pieces.of;
  };
}

interface LaidPlace {
  readonly place: PatchPlace;
  /** The hunk line below the `@@` line. Undefined if not every line of the patch is one of the hunk. */
  readonly from: number | undefined;
}

/** A split hunk is in several consecutive places; some of them may be on another desk. */
function layPlaces(index: HunkIndex, places: readonly PatchPlace[]): LaidPlace[] {
  const lengths = new Map<number, number>();
  for (const { hunk, start, end } of places) lengths.set(hunk, (lengths.get(hunk) ?? 0) + end - start);
  const inPieces = new Set(places.flatMap(({ hunk, pieces }) => (pieces === undefined ? [] : [hunk])));
  const before = new Map<number, number>();
  return places.map((place) => {
    const { hunk, start, end } = place;
    const from = before.get(hunk) ?? 0;
    before.set(hunk, from + end - start);
    const isPlain = lengths.get(hunk) === index.targets[hunk]?.length && !inPieces.has(hunk);
    return { place, from: isPlain ? from : undefined };
  });
}

function coveredTargets(
  index: HunkIndex,
  { place, from }: LaidPlace,
  lines: LineRange,
): readonly (number | undefined)[] {
  const { hunk, start, end } = place;
  const targets = index.targets[hunk] ?? [];
  if (from !== undefined) {
    const first = Math.max(lines.start, start + 1);
    const last = Math.min(lines.end, end);
    return last < first ? [] : targets.slice(from + first - start - 1, from + last - start);
  }
  // Lines are folded or elsewhere: only the whole place counts, for the lines of the hunk or of the commit it names.
  if (start < lines.start || end > lines.end) return [];
  if (place.rows !== undefined) return targets.slice(place.rows.from, place.rows.to);
  if (place.lines === undefined) return [];
  const { start: top, end: bottom } = place.lines;
  return targets.filter((_, at) => {
    const line = index.diffs[hunk]?.lines[at]?.new;
    return line !== undefined && line >= top && line <= bottom;
  });
}
