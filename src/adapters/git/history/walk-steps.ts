import type { LineDiff } from "./read-diffs.ts";
import { mapLines, type LineStretch, invertChange } from "./map-lines.ts";
import type { CommitStep } from "./read-steps.ts";

/** Lines of a file at one commit. */
export interface PlacedLines {
  readonly path: string;
  readonly span: LineStretch;
}

/** A step that touched lines, and the position of the lines after it. */
export interface Touch extends PlacedLines {
  readonly step: CommitStep;
  /** It changed lines close to them only. */
  readonly isBeside: boolean;
}

/** Follows lines of the old head through every commit: which ones touched them, oldest first. */
export function walkForward(steps: readonly CommitStep[], { path: first, span: lines }: PlacedLines): Touch[] {
  const touches: Touch[] = [];
  let [path, span] = [first, lines];
  let isGone = false;
  for (const step of steps) {
    const file: LineDiff | undefined = isGone ? step.files.find((one) => one.path === path) : leaving(step.files, path);
    if (file === undefined) continue;
    if (isGone || file.status === "D") {
      // A revert restores lines at their old position.
      isGone = file.status === "D";
      touches.push({ step, path, span, isBeside: false });
      continue;
    }
    path = file.path;
    const mapped =
      file.runs === undefined
        ? undefined
        : mapLines(
            span,
            file.runs,
            touches.some(({ isBeside }) => !isBeside),
          );
    span = mapped?.span ?? span;
    const isBeside = mapped?.isTouched === false;
    const around = isBeside ? mapped.beside.reduce(widen, span) : span;
    if (!isBeside || mapped.isTouchedAround) touches.push({ step, path, span: around, isBeside });
  }
  return touches;
}

/** Walks back from lines of the new head to the newest commit that touched them. */
export function walkBack(steps: readonly CommitStep[], { path: last, span: lines }: PlacedLines): Touch | undefined {
  let [path, span] = [last, lines];
  for (const step of steps.toReversed()) {
    const file = step.files.find((one) => one.path === path);
    if (file === undefined) continue;
    const isNew = file.status === "A" || file.status === "C";
    const mapped = isNew || file.runs === undefined ? undefined : mapLines(span, invertChange(file.runs));
    if (mapped === undefined || mapped.isTouched) return { step, path, span, isBeside: false };
    path = file.oldPath ?? path;
    span = mapped.span;
  }
  return undefined;
}

const widen = (one: LineStretch, other: LineStretch): LineStretch => ({
  start: Math.min(one.start, other.start),
  end: Math.max(one.end, other.end),
});

/** What a commit did to the file of this old name. A copy leaves it where it is. */
export function leaving(files: readonly LineDiff[], path: string): LineDiff | undefined {
  return files.find((one) => one.status !== "C" && one.status !== "A" && (one.oldPath ?? one.path) === path);
}
