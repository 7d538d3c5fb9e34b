import type { DiffHunk, DiffLine } from "#model/change/change.ts";
import type { ChangedFile } from "#model/change/scope.ts";
import { foldLine } from "./fold.ts";
import { lookUp } from "#util/look-up.ts";

/** The lines above the first hunk of a patch, folded. */
export function headerLines({ path, oldPath = path, change, mode }: ChangedFile): string[] {
  const moved = change === "renamed" || change === "copied";
  const verb = change === "copied" ? "copy" : "rename";
  const lines = [
    ...(moved
      ? [
          `diff --git ${quotePath(`a/${oldPath}`)} ${quotePath(`b/${path}`)}`,
          `${verb} from ${quotePath(oldPath)}`,
          `${verb} to ${quotePath(path)}`,
        ]
      : []),
    ...(mode?.old === undefined ? [] : [`${mode.new === undefined ? "deleted file" : "old"} mode ${mode.old}`]),
    ...(mode?.new === undefined ? [] : [`new ${mode.old === undefined ? "file " : ""}mode ${mode.new}`]),
    `--- ${change === "added" ? "/dev/null" : sidePath(`a/${oldPath}`)}`,
    `+++ ${change === "deleted" ? "/dev/null" : sidePath(`b/${path}`)}`,
  ];
  return lines.flatMap(foldLine);
}

/** One line of a hunk in the patch, folded; with the note that the file ends there without a line feed. */
export function bodyLines(line: DiffLine): string[] {
  const lines = foldLine(`${SIGNS[line.kind]}${line.text}${line.cr === true ? "\r" : ""}`);
  if (line.open === true) lines.push(NO_NEWLINE);
  return lines;
}

const SIGNS: Readonly<Record<DiffLine["kind"], string>> = { context: " ", added: "+", removed: "-" };
const NO_NEWLINE = "\\ No newline at end of file";

/** First line and number of lines on both sides, as in the `@@` line. */
export type HunkRange = Pick<DiffHunk, "oldStart" | "oldLines" | "newStart" | "newLines">;

export function hunkLine({ oldStart, oldLines, newStart, newLines }: HunkRange): string {
  return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
}

/**
 * Returns the ranges of consecutive runs of a hunk's lines, each as if it were a hunk of its own. Walks the hunk once.
 */
export function createRanges(hunk: DiffHunk): (to: number) => HunkRange {
  // A side without lines names the line before it.
  let old = hunk.oldLines === 0 ? hunk.oldStart + 1 : hunk.oldStart;
  let fresh = hunk.newLines === 0 ? hunk.newStart + 1 : hunk.newStart;
  let at = 0;
  return (to) => {
    if (at === 0 && to === hunk.lines.length) return hunk;
    const [oldStart, newStart] = [old, fresh];
    for (; at < to; at++) {
      const kind = hunk.lines[at]?.kind;
      if (kind !== "added") old += 1;
      if (kind !== "removed") fresh += 1;
    }
    const [oldLines, newLines] = [old - oldStart, fresh - newStart];
    return {
      oldStart: oldLines === 0 ? oldStart - 1 : oldStart,
      oldLines,
      newStart: newLines === 0 ? newStart - 1 : newStart,
      newLines,
    };
  };
}

/** A name as git writes it: in quotes if a character in it would break the line. */
function quotePath(path: string): string {
  if (!/[\u0000-\u001f"\\\u007f]/.test(path)) return path;
  const inner = path.replaceAll(/[\u0000-\u001f"\\\u007f]/g, (sign) => {
    const named = lookUp(ESCAPES, sign);
    return named === undefined ? `\\${sign.charCodeAt(0).toString(8).padStart(3, "0")}` : `\\${named}`;
  });
  return `"${inner}"`;
}

/** Git ends a name with a tab if a space in it would make programs see two. */
function sidePath(path: string): string {
  const quoted = quotePath(path);
  return quoted === path && path.includes(" ") ? `${path}\t` : quoted;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\u0007": "a",
  "\b": "b",
  "\t": "t",
  "\n": "n",
  "\v": "v",
  "\f": "f",
  "\r": "r",
  '"': '"',
  "\\": "\\",
};
