import type { ChangeIndex } from "#model/change/change-index.ts";
import type { InlineSwitch } from "./inline-switches.ts";

/** Maps lines of the head to the base. */
interface BaseLines {
  /** The path at the base. */
  readonly path: string;
  /** The line at the base; undefined for an added line. */
  lineOf(line: number): number | undefined;
}

/** The base of a file of the head; undefined if it is new, or if its changes are unknown. */
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
        // A side without lines gives the line before it.
        const first = newLines === 0 ? newStart + 1 : newStart;
        if (line < first) break;
        if (line < first + newLines) return lines.find((one) => one.new === line && one.kind === "context")?.old;
        shift = (oldLines === 0 ? oldStart + 1 : oldStart) + oldLines - (first + newLines);
      }
      return line + shift;
    },
  };
}

/** A file of one side with its comments that switch off a finding. */
interface SwitchedText {
  readonly text: string | undefined;
  readonly switches: readonly InlineSwitch[];
}

/**
 * Whether the change only moved or indented lines together with the comment that silences them: the file had them as
 * often before, silenced in the same way.
 */
export function isMoved(
  { start, end }: { readonly start: number; readonly end: number },
  before: SwitchedText,
  now: SwitchedText,
): boolean {
  const wanted = linesOf(now.text).slice(start - 1, end);
  return countSilenced(wanted, before) >= countSilenced(wanted, now);
}

/** How many of the comments apply to these lines. */
function countSilenced(wanted: readonly string[], { text, switches }: SwitchedText): number {
  const lines = linesOf(text);
  const matchesAt = (first: number): boolean => wanted.every((line, at) => lines[first - 1 + at] === line);
  const reaches = ({ line, last }: InlineSwitch): boolean => {
    for (let at = line; at <= last; at++) if (matchesAt(at) || matchesAt(at - wanted.length + 1)) return true;
    return false;
  };
  return switches.filter(reaches).length;
}

const linesOf = (text = ""): string[] => text.split("\n").map((line) => line.trim());
