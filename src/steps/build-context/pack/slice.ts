import type { FileDiff } from "#model/change/change.ts";
import type { PatchPart } from "../patch/lay-out.ts";

/** The part of one file that goes into one bundle: all of it, or a run of its parts if it is too long. */
export interface Slice {
  readonly diff: FileDiff;
  readonly parts: readonly PatchPart[];
  readonly characters: number;
  /** 1 for the first of `of` slices of the file. */
  readonly number: number;
  readonly of: number;
}

/** Cuts a file's parts into slices that fit a budget: between hunks if possible, else between lines. */
export function cutSlices(diff: FileDiff, parts: readonly PatchPart[], budget: number): Slice[] {
  const runs: PatchPart[][] = [];
  let run: PatchPart[] = [];
  for (const part of parts) {
    if (run.length > 0 && sum(run) + part.characters > budget) {
      const kept = upToHunkBorder(run, part);
      runs.push(kept);
      run = run.slice(kept.length);
      // Parts carried over to the next slice may leave no room for this one.
      if (run.length > 0 && sum(run) + part.characters > budget) {
        runs.push(run);
        run = [];
      }
    }
    run.push(part);
  }
  if (run.length > 0) runs.push(run);
  return runs.map((own, at) => ({ diff, parts: own, characters: sum(own), number: at + 1, of: runs.length }));
}

const sum = (parts: readonly PatchPart[]): number => parts.reduce((total, { characters }) => total + characters, 0);

/** The parts up to the last border between hunks; all of them if there is none. */
function upToHunkBorder(run: readonly PatchPart[], next: PatchPart): PatchPart[] {
  for (let end = run.length; end > 0; end--) {
    const before = run[end - 1]?.segments.at(-1)?.hunk;
    const after = (run[end] ?? next).segments[0]?.hunk;
    if (before !== after) return run.slice(0, end);
  }
  return [...run];
}
