import type { Hunk } from "#model/change/scope.ts";
import { InternalError } from "#util/errors.ts";
import type { BundleInput } from "./bundle-input.ts";
import { compareFiles } from "./pack/rank-files.ts";
import { cutSlices, type Slice } from "./pack/slice.ts";
import { layOutHunks, PART_LIMITS } from "./patch/lay-out.ts";

/** The part of the input that determines slices. */
export type SliceInput = Pick<BundleInput, "change" | "roleOf" | "evidence">;

/** All files with changed lines, most important first, split if larger than a bundle. */
export function sliceChange({ change, roleOf, evidence = [] }: SliceInput, budget: number): Slice[] {
  const indexOf = indexHunks(change.scope.hunks);
  const withEvidence = new Set(evidence.flatMap(({ finding }) => finding.locations.map(({ path }) => path)));
  const compare = compareFiles({ roleOf, withEvidence });
  const limits = { ...PART_LIMITS, bytes: Math.min(PART_LIMITS.bytes, budget) };
  return change.diffs
    .filter(({ hunks }) => hunks.length > 0)
    .sort((one, other) => compare(one.file.path, other.file.path))
    .flatMap((diff) => cutSlices(diff, layOutHunks(diff, diff.hunks.map(indexOf), limits), budget));
}

function indexHunks(hunks: readonly Hunk[]): (hunk: Hunk) => number {
  const indexes = new Map(hunks.map((hunk, at) => [keyOf(hunk), at]));
  return (hunk) => {
    const index = indexes.get(keyOf(hunk));
    if (index === undefined) throw new InternalError(`a hunk of ${hunk.path} is not in the scope`);
    return index;
  };
}

const keyOf = ({ path, oldStart, oldLines, newStart, newLines }: Hunk): string =>
  `${oldStart},${oldLines},${newStart},${newLines},${path}`;
