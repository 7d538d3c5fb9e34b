import type { HunkIndex } from "../hunk-index.ts";
import { readNumber } from "./read-number.ts";
import type { OutputSource } from "./scan-output.ts";

/** Reads an output line by line as long as it is a diff. */
export interface DiffReader {
  /** Whether the line is part of a diff. */
  take(line: string): boolean;
}

interface Means {
  readonly index: HunkIndex;
  readonly source: OutputSource;
  readonly check: (side: ReadonlyMap<number, number> | undefined, number: number, text: string) => void;
}

interface OpenHunk {
  old: number;
  new: number;
  oldLeft: number;
  newLeft: number;
  /** A tool has prefixed all lines with numbers. */
  readonly isNumbered: boolean;
}

/** The `@@` lines number the lines that follow; the file is named above them. */
export function createDiffReader({ index, source, check }: Means): DiffReader {
  const own = source.patch?.files;
  let path = own?.length === 1 ? own[0] : undefined;
  let hunk: OpenHunk | undefined;
  const name = (line: string): void => {
    const found = pathIn(line, source.resolve);
    // For a new or deleted file only one side has a name; a patch file can only mean its own files.
    if (found !== undefined && own?.includes(found) !== false) path = found;
    else if (found === undefined && line.startsWith("diff --git ") && own?.length !== 1) path = undefined;
  };
  const takeInside = (open: OpenHunk, line: string): boolean => {
    const text = open.isNumbered ? readNumber(line)?.text : line;
    const sign = text === "" ? " " : text?.[0];
    // A long line is folded: what follows belongs to the line above.
    if (text === undefined || sign === undefined || !" +-\\>".includes(sign)) return false;
    const file = index.files.get(path ?? "");
    if (sign === "+") check(file?.added, open.new, text.slice(1));
    if (sign === "-") check(file?.removed, open.old, text.slice(1));
    if (sign === "+" || sign === " ") [open.new, open.newLeft] = [open.new + 1, open.newLeft - 1];
    if (sign === "-" || sign === " ") [open.old, open.oldLeft] = [open.old + 1, open.oldLeft - 1];
    return true;
  };
  return {
    take(line) {
      if (hunk !== undefined && (hunk.oldLeft > 0 || hunk.newLeft > 0) && takeInside(hunk, line)) return true;
      hunk = openHunk(line);
      if (hunk !== undefined) return true;
      const text = readNumber(line)?.text ?? line;
      if (!/^(?:diff --git |--- |\+\+\+ )/.test(text)) return false;
      name(text);
      return true;
    },
  };
}

function openHunk(line: string): OpenHunk | undefined {
  const isNumbered = !line.startsWith("@@ ");
  const text = isNumbered ? readNumber(line)?.text : line;
  const found = text === undefined ? null : HUNK.exec(text);
  if (found === null) return undefined;
  const [, old, oldLines = "1", fresh, newLines = "1"] = found;
  return { old: Number(old), new: Number(fresh), oldLeft: Number(oldLines), newLeft: Number(newLines), isNumbered };
}

const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

/** The file that `diff --git a/x b/x`, `--- a/x` or `+++ b/x` names, if it is a changed one. */
function pathIn(line: string, resolve: OutputSource["resolve"]): string | undefined {
  if (line.length > 2000) return undefined;
  const named = line.startsWith("diff --git ") ? line.slice(line.indexOf(" b/") + 1) : line.slice(4);
  const plain = named.replace(/[\t\r].*$/s, "");
  return resolve(plain.replace(/^[a-z]\//, "")) ?? resolve(plain);
}
