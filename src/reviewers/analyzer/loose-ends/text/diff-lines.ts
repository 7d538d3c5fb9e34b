import type { DiffLine, FileDiff } from "#model/change/change.ts";

/** Removed lines and what replaces them. */
interface Replacement {
  readonly removed: readonly DiffLine[];
  readonly added: readonly DiffLine[];
}

/** The places of a diff where lines were replaced, added or removed, in order; none for a copy. */
export function replacements(diff: FileDiff): Replacement[] {
  if (diff.file.change === "copied") return [];
  const all: Replacement[] = [];
  for (const { lines } of diff.hunks) {
    let removed: DiffLine[] = [];
    let added: DiffLine[] = [];
    const close = (): void => {
      if (removed.length + added.length > 0) all.push({ removed, added });
      removed = [];
      added = [];
    };
    for (const line of lines) {
      if (line.kind === "context") close();
      else if (line.kind === "added") added.push(line);
      else {
        if (added.length > 0) close();
        removed.push(line);
      }
    }
    close();
  }
  return all;
}

/** The lines of one kind, of all hunks. Lines too long to be written by a person are left out. */
export function diffLinesOf(diff: FileDiff, kind: DiffLine["kind"]): DiffLine[] {
  return diff.hunks.flatMap(({ lines }) => lines.filter((line) => line.kind === kind && line.text.length <= MAX_LINE));
}

/** Longer lines are data; no check reads them. */
export const MAX_LINE = 1000;
