import type { ChangeIndex } from "#model/change/change-index.ts";
import type { InlineSwitch } from "./inline-switches.ts";

/** Where lines of the head stood at the base. */
export interface BaseLines {
  /** The file's name there. */
  readonly path: string;
  /** The number that a line of the head had; undefined for one that the change brings. */
  lineOf(line: number): number | undefined;
}

/** The base's side of a file of the head; undefined where it is new, or where it cannot be told what changed in it. */
export async function baseLinesOf({ change, base, head }: ChangeIndex, path: string): Promise<BaseLines | undefined> {
  const file = change.scope.files.find((one) => one.path === path);
  if (file === undefined) return { path, lineOf: (line) => line };
  if (file.change === "added" || file.change === "copied") return undefined;
  const before = file.oldPath ?? path;
  const hunks = change.diffs.find((diff) => diff.file.path === path)?.hunks ?? [];
  if (hunks.length === 0) {
    const [old, now] = [await base.tree.read(before), await head.tree.read(path)];
    return old !== undefined && old === now ? { path: before, lineOf: (line) => line } : undefined;
  }
  return {
    path: before,
    lineOf(line) {
      let shift = 0;
      for (const { oldStart, oldLines, newStart, newLines, lines } of hunks) {
        // A side without lines names the line before.
        const first = newLines === 0 ? newStart + 1 : newStart;
        if (line < first) break;
        if (line < first + newLines) return lines.find((one) => one.new === line && one.kind === "context")?.old;
        shift = (oldLines === 0 ? oldStart + 1 : oldStart) + oldLines - (first + newLines);
      }
      return line + shift;
    },
  };
}

/** A file of one side, and the comments in it that switch off what was found. */
export interface SwitchedText {
  readonly text: string | undefined;
  readonly switches: readonly InlineSwitch[];
}

/**
 * Whether a change only moved or indented lines together with the comment that silences them: the file held them before
 * as often as it does now, silenced in the same way.
 */
export function isMoved(
  { start, end }: { readonly start: number; readonly end: number },
  before: SwitchedText,
  now: SwitchedText,
): boolean {
  const wanted = linesOf(now.text).slice(start - 1, end);
  return countSilenced(wanted, before) >= countSilenced(wanted, now);
}

/** How many of the comments have these lines below them, or on their own line. */
function countSilenced(wanted: readonly string[], { text, switches }: SwitchedText): number {
  const lines = linesOf(text);
  const standsAt = (first: number): boolean => wanted.every((line, at) => lines[first - 1 + at] === line);
  const reaches = ({ line, last }: InlineSwitch): boolean => {
    for (let at = line; at <= last; at++) if (standsAt(at) || standsAt(at - wanted.length + 1)) return true;
    return false;
  };
  return switches.filter(reaches).length;
}

const linesOf = (text = ""): string[] => text.split("\n").map((line) => line.trim());
