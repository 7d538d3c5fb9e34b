import type { ChangeIndex } from "#model/change/change-index.ts";

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
