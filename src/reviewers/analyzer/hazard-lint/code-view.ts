import type { Definition, Language } from "#model/change/change-index.ts";
import { blankOut } from "./blank-out.ts";

/** A file as the checks look at it: its code without comments and strings, and lines counted from 1. */
export interface CodeView {
  readonly language: Language;
  /** The whole code with comments and the inside of strings as spaces; offsets are those of the source. */
  readonly code: string;
  /** The number of the line on which an offset stands. */
  lineAt(offset: number): number;
  /** Where a line begins. */
  offsetOf(line: number): number;
  readonly lineCount: number;
  /** A line as it stands in the file, without its line end. */
  verbatim(line: number): string;
  /** A line without comments and strings. */
  codeLine(line: number): string;
  /** Whether a comment begins between two offsets. */
  hasComment(from: number, to: number): boolean;
}

/** Reads a file once for all checks. */
export function codeView(source: string, language: Language): CodeView {
  const { code, comments } = blankOut(source, language);
  const starts = lineStarts(source);
  const textOf = (text: string, line: number): string => {
    const from = starts[line - 1];
    return from === undefined ? "" : text.slice(from, starts[line] ?? text.length).replace(/[\r\n]+$/, "");
  };
  return {
    language,
    code,
    lineAt: (offset) => lastAtMost(starts, offset) + 1,
    offsetOf: (line) => starts[Math.max(1, line) - 1] ?? source.length,
    lineCount: starts.length,
    verbatim: (line) => textOf(source, line),
    codeLine: (line) => textOf(code, line),
    hasComment: (from, to) => {
      const first = comments[lastAtMost(comments, from - 1) + 1];
      return first !== undefined && first < to;
    },
  };
}

/** The innermost function or method around a line. */
export function enclosingFunction(definitions: readonly Definition[], line: number): Definition | undefined {
  let inner: Definition | undefined;
  for (const definition of definitions) {
    if (definition.kind !== "function" && definition.kind !== "method") continue;
    if (definition.start > line || definition.end < line) continue;
    if (inner === undefined || definition.end - definition.start <= inner.end - inner.start) inner = definition;
  }
  return inner;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The index of the last number that is at most the given one; -1 when there is none. */
function lastAtMost(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
