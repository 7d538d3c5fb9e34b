import type { ChangeIndex } from "#model/change/change-index.ts";
import type { ToolHit } from "#model/panel/tool-hit.ts";

/**
 * Of hits whose file was not found, or has the name of too many, those that may be about the change: it added this line to
 * a file of this name.
 */
export function findLost(unplaced: readonly ToolHit[], index: Pick<ChangeIndex, "addedLines" | "head">): ToolHit[] {
  if (unplaced.length === 0) return [];
  const added = new Map<string, ReadonlySet<number>[]>();
  for (const { path } of index.head.tree.files) {
    const lines = index.addedLines(path);
    if (lines.size > 0) added.set(lastPart(path), [...(added.get(lastPart(path)) ?? []), lines]);
  }
  return unplaced.filter(({ file, start }) => {
    const named = isOfRepository(file) ? (added.get(lastPart(file)) ?? []) : [];
    return named.some((lines) => start === undefined || lines.has(start));
  });
}

/** Whether one of these hits may be in a file of the repository that was not found. */
export function mayHide(unplaced: readonly ToolHit[], { head }: Pick<ChangeIndex, "head">): boolean {
  const named = unplaced.flatMap(({ file }) => (isOfRepository(file) ? [lastPart(file)] : []));
  if (named.length === 0) return false;
  const names = new Set(named);
  return head.tree.files.some(({ path }) => names.has(lastPart(path)));
}

const isOfRepository = (file: string | undefined): file is string =>
  file !== undefined && !file.includes("node_modules/");

const lastPart = (path: string): string => path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
