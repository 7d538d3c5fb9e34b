import type { Side } from "../state.ts";

/** A hunk of a unified diff. */
export interface Hunk {
  readonly header: string;
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  /** With their signs. */
  readonly lines: readonly string[];
}

/** A line of a diff: which hunk it stands in, and how many lines below the first header. */
export interface DiffLine {
  readonly hunk: Hunk;
  readonly position: number;
}

/** Splits the output of `git diff` into the hunks of each file, in its order. */
export function parseDiff(text: string): { readonly patch: string; readonly hunks: readonly Hunk[] }[] {
  return splitFiles(text).map((lines) => {
    const first = lines.findIndex((line) => line.startsWith("@@ "));
    const body = first < 0 ? [] : lines.slice(first);
    return { patch: body.join("\n"), hunks: hunksOf(body) };
  });
}

/** The lines of a side that stand in hunks. */
export function linesOfSide(hunks: readonly Hunk[], side: Side): Map<number, DiffLine> {
  const found = new Map<number, DiffLine>();
  let position = -1;
  for (const hunk of hunks) {
    position += 1;
    let at = side === "LEFT" ? hunk.oldStart : hunk.newStart;
    for (const line of hunk.lines) {
      position += 1;
      const sign = line[0];
      if (sign === " " || sign === (side === "LEFT" ? "-" : "+")) found.set(at++, { hunk, position });
    }
  }
  return found;
}

/** Where a line of the old side stands on the new one; undefined where it is changed or gone. From a diff without context. */
export function followLine(hunks: readonly Hunk[], line: number): number | undefined {
  let shift = 0;
  for (const { oldStart, oldCount, newCount } of hunks) {
    // A hunk that removes nothing names the line before it.
    const firstTouched = oldCount === 0 ? oldStart + 1 : oldStart;
    if (line < firstTouched) break;
    if (oldCount > 0 && line < oldStart + oldCount) return undefined;
    shift += newCount - oldCount;
  }
  return line + shift;
}

function splitFiles(text: string): string[][] {
  const files: string[][] = [];
  for (const line of text.split("\n")) {
    // Lines of content begin with a sign, so this cannot stand in a file.
    if (line.startsWith("diff --git ")) files.push([]);
    files.at(-1)?.push(line);
  }
  for (const file of files) if (file.at(-1) === "") file.pop();
  return files;
}

function hunksOf(lines: readonly string[]): Hunk[] {
  const hunks: (Hunk & { lines: string[] })[] = [];
  for (const line of lines) {
    const match = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (match === null) hunks.at(-1)?.lines.push(line);
    else {
      const [, oldStart, oldCount = "1", newStart, newCount = "1"] = match;
      hunks.push({
        header: line,
        oldStart: Number(oldStart),
        oldCount: Number(oldCount),
        newStart: Number(newStart),
        newCount: Number(newCount),
        lines: [],
      });
    }
  }
  return hunks;
}
