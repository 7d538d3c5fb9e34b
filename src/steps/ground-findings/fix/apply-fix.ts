import type { LineSpan } from "#model/location.ts";
import { type HunkPlace, locateHunk } from "./locate-hunk.ts";
import type { FixHunk } from "./parse-fix.ts";

/** The result of applying a patch. */
export interface AppliedFix {
  readonly status: "applied";
  /** The file afterwards. */
  readonly lines: readonly string[];
  /** The greatest distance between a hunk's stated line and where it fits; below is positive. */
  readonly moved: number;
  /** The number of context lines ignored. */
  readonly fuzzy: number;
  /** Some lines differ in white space only. */
  readonly whitespace: boolean;
  /** Lines of the file that the hunks cover. */
  readonly at: LineSpan;
}

/** Why a patch could not be applied. */
export type RefusedFix =
  | { readonly status: "refused"; readonly why: string }
  | { readonly status: "present"; readonly why: string }
  | { readonly status: "unplaced"; readonly why: string };

/** A file and the cited lines in it. */
export interface FixTarget {
  readonly lines: readonly string[];
  readonly cited: readonly LineSpan[];
}

/** Applies hunks to a file in memory: all of them, or none. */
export function applyFix(target: FixTarget, hunks: readonly FixHunk[]): AppliedFix | RefusedFix {
  if (hunks.length > MAX_HUNKS) return { status: "unplaced", why: "it has too many parts to be tried" };
  const placed: { hunk: FixHunk; place: HunkPlace }[] = [];
  for (const hunk of hunks) {
    const place = locateHunk(target, hunk);
    if ("status" in place) return place;
    placed.push({ hunk, place });
  }
  placed.sort((a, b) => a.place.from - b.place.from);
  const overlap = placed.some(({ place }, at) => at > 0 && place.from < (placed[at - 1]?.place.to ?? 0));
  if (overlap) return { status: "refused", why: "its parts fit only at the same lines" };
  const lines = [...target.lines];
  for (const { hunk, place } of placed.toReversed()) {
    lines.splice(place.from, place.to - place.from, ...rewrite(target.lines, hunk, place));
  }
  if (lines.length === target.lines.length && lines.every((line, at) => line === target.lines[at]))
    return { status: "present", why: "it changes nothing" };
  const places = placed.map(({ place }) => place);
  return {
    status: "applied",
    lines,
    moved: places.reduce((most, { moved }) => (Math.abs(moved) > Math.abs(most) ? moved : most), 0),
    fuzzy: places.reduce((sum, { fuzzy }) => sum + fuzzy, 0),
    whitespace: places.some(({ whitespace }) => whitespace),
    at: { start: (places[0]?.from ?? 0) + 1, end: Math.max(1, places.at(-1)?.to ?? 1) },
  };
}

const MAX_HUNKS = 200;

/** The lines that replace what the hunk covers. Context stays as in the file. */
function rewrite(file: readonly string[], { lines }: FixHunk, place: HunkPlace): string[] {
  const out: string[] = [];
  const indent = place.reindent;
  let cursor = place.from;
  const upTo = (line: number): void => {
    while (cursor < line) out.push(file[cursor++] ?? "");
  };
  for (const [at, { kind, text }] of lines.entries()) {
    if (kind === "added") {
      out.push(text === "" ? text : indent(text));
      continue;
    }
    const fileLine = place.fileLines[at];
    // A blank line, or ignored context.
    if (fileLine === undefined) {
      const blank = text.trim() === "" && cursor < place.to && (file[cursor] ?? "").trim() === "";
      if (blank && kind === "context") upTo(cursor + 1);
      if (blank && kind === "removed") cursor += 1;
      continue;
    }
    upTo(fileLine);
    if (kind === "context") upTo(fileLine + 1);
    else cursor = fileLine + 1;
  }
  upTo(place.to);
  return out;
}
