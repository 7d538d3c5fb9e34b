import type { LineSpan } from "#model/location.ts";
import type { Hunk, Scope } from "#model/change/scope.ts";

/** The side of the diff: the code before the change, or at the head. */
export type Side = "LEFT" | "RIGHT";

/**
 * The part of some lines that the platform accepts comments on: within one hunk and its context. A range that extends
 * beyond its hunk is cut to the part inside, if its last line is inside. Our hunks have three lines of context, like
 * those on the platform.
 */
export function commentable(
  scope: Pick<Scope, "files" | "hunks">,
  path: string,
  { start, end, side }: LineSpan & { readonly side: Side },
): LineSpan | undefined {
  const file = scope.files.find((candidate) => candidate.path === path);
  // The platform knows no copies: the file is new to it and has no left side.
  if (file === undefined || (side === "LEFT" && file.change === "copied")) return undefined;
  for (const hunk of scope.hunks) {
    if (hunk.path !== path) continue;
    const window = windowOf(hunk, side);
    if (window.start <= end && end <= window.end) return { start: Math.max(start, window.start), end };
  }
  return undefined;
}

function windowOf({ oldStart, oldLines, newStart, newLines }: Hunk, side: Side): LineSpan {
  return side === "LEFT"
    ? { start: oldStart, end: oldStart + oldLines - 1 }
    : { start: newStart, end: newStart + newLines - 1 };
}
