import type { Hunk } from "#model/change/scope.ts";

/** Changed lines of one file as in a diff without context: first line and number of lines, on both sides. */
export type ChangedRun = Omit<Hunk, "path">;

/** Lines from 1, both included. An end before its start is the gap where lines were removed. */
export interface LineStretch {
  readonly start: number;
  readonly end: number;
}

/** Where lines are after a change, and how many of them are unchanged. */
interface MappedLines {
  readonly span: LineStretch;
  readonly unchanged: number;
  readonly changed: number;
  readonly removed: number;
  /** A line of them changed, or lines were inserted between them. */
  readonly isTouched: boolean;
  /** Lines close to them changed. */
  readonly isTouchedAround: boolean;
  /** Lines of the other side that replaced these. */
  readonly replaced: readonly LineStretch[];
  /** Lines of the other side that changed close to them. */
  readonly beside: readonly LineStretch[];
}

/**
 * Maps lines of the old side to the new one. The runs are in order and do not overlap. `isFrayed`: lines at their edges
 * may be missing, so lines added there belong to them.
 */
export function mapLines({ start, end }: LineStretch, runs: readonly ChangedRun[], isFrayed = false): MappedLines {
  const isEmpty = end < start;
  let before = 0;
  let inside = 0;
  let [changed, removed] = [0, 0];
  let isTouchedAround = false;
  let first: Run | undefined;
  let last: Run | undefined;
  const replaced: LineStretch[] = [];
  const beside: LineStretch[] = [];
  for (const run of runs.map(measure)) {
    const shift = run.newLines - run.oldLines;
    if (isEmpty ? fillsGap(run, start) : overlaps(run, start, end) || (isFrayed && fillsEdge(run, start, end))) {
      first ??= run;
      last = run;
      inside += shift;
      const common = Math.max(0, Math.min(run.end, end) - Math.max(run.start, start) + 1);
      if (run.newLines === 0) removed += common;
      else {
        changed += common;
        replaced.push(newSide(run));
      }
    } else {
      if (run.end < start) before += shift;
      if (run.start - end > AROUND || start - run.end > AROUND) continue;
      isTouchedAround = true;
      if (run.newLines > 0) beside.push(newSide(run));
    }
  }
  const count = isEmpty ? 0 : end - start + 1;
  const from = first !== undefined && first.start <= start ? first.newStart : start + before;
  const to = last !== undefined && last.end >= end ? last.newStart + last.newLines - 1 : end + before + inside;
  const isTouched = first !== undefined;
  const left = { unchanged: count - changed - removed, changed, removed };
  return { span: { start: from, end: Math.max(to, from - 1) }, ...left, isTouched, isTouchedAround, replaced, beside };
}

/** The inverse change. */
export function invertChange(runs: readonly ChangedRun[]): ChangedRun[] {
  return runs.map(({ oldStart, oldLines, newStart, newLines }) => ({
    oldStart: newStart,
    oldLines: newLines,
    newStart: oldStart,
    newLines: oldLines,
  }));
}

/** A change this close is likely to be about the same thing. */
const AROUND = 3;

interface Run {
  readonly start: number;
  /** Before `start` if nothing was removed. */
  readonly end: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

const newSide = ({ newStart, newLines }: Run): LineStretch => ({ start: newStart, end: newStart + newLines - 1 });

/** For a side without lines, a diff names the line before. */
function measure({ oldStart, oldLines, newStart, newLines }: ChangedRun): Run {
  const start = oldLines === 0 ? oldStart + 1 : oldStart;
  const onNew = newLines === 0 ? newStart + 1 : newStart;
  return { start, end: start + oldLines - 1, oldLines, newStart: onNew, newLines };
}

/** Lines added right before the first or right after the last line are adjacent. */
function overlaps(run: Run, start: number, end: number): boolean {
  if (run.oldLines === 0) return run.start > start && run.start <= end;
  return run.start <= end && run.end >= start;
}

function fillsEdge(run: Run, start: number, end: number): boolean {
  return run.oldLines === 0 && (run.start === start || run.start === end + 1);
}

function fillsGap(run: Run, place: number): boolean {
  return run.newLines > 0 && run.start <= place && run.end + 1 >= place;
}
