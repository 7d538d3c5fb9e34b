import { indexLines, type QuoteLineIndex, squeeze } from "../quote/line-index.ts";
import type { FixTarget, RefusedFix } from "./apply-fix.ts";
import type { FixHunk, FixLine } from "./parse-fix.ts";

/** Where a hunk fits. Lines count from 0, `to` is excluded. */
export interface HunkPlace {
  readonly from: number;
  readonly to: number;
  /** For each line of the hunk, the line of the file; undefined for added, blank and ignored lines. */
  readonly fileLines: readonly (number | undefined)[];
  readonly moved: number;
  readonly fuzzy: number;
  readonly whitespace: boolean;
  /** Gives an added line the indentation of the file if the hunk was written with another. */
  reindent(text: string): string;
}

/** Finds the place of a hunk by its old lines: all of them, or without some context at its ends. */
export function locateHunk(target: FixTarget, hunk: FixHunk): HunkPlace | RefusedFix {
  const old = oldLines(hunk);
  if (old.length === 0) return insertAt(target, hunk);
  const index = indexLines(target.lines);
  for (const trim of trims(old)) {
    const kept = old.slice(trim.head, old.length - trim.tail);
    const fuzzy = trim.head + trim.tail;
    const starts = fuzzy === 0 || kept.some(isDistinctive) ? findStarts(index, kept) : [];
    if (starts.length === 0) continue;
    const wanted = { target, hunk, kept, index };
    const start = choose(wanted, starts);
    if (start === undefined)
      return { status: "refused", why: `the lines that it changes occur ${starts.length} times in the file` };
    return placeAt(wanted, { start, fuzzy });
  }
  if (isPresent(index, hunk)) return { status: "present", why: "the proposed lines are already there" };
  return { status: "refused", why: "the lines that it changes are not in the file" };
}

/** An old line that is not blank, with its index in the hunk. */
interface OldLine {
  readonly at: number;
  readonly line: FixLine;
  readonly squeezed: string;
}

interface Wanted {
  readonly target: FixTarget;
  readonly hunk: FixHunk;
  readonly kept: readonly OldLine[];
  readonly index: QuoteLineIndex;
}

/** The maximum number of wrong context lines at each end. */
const MAX_FUZZ = 3;
const SLACK = 2;
const NEAR = 15;

function oldLines({ lines }: FixHunk): OldLine[] {
  const old: OldLine[] = [];
  for (const [at, line] of lines.entries()) {
    const squeezed = line.kind === "added" ? "" : squeeze(line.text);
    if (squeezed !== "") old.push({ at, line, squeezed });
  }
  return old;
}

function insertAt({ lines }: FixTarget, { start, lines: added }: FixHunk): HunkPlace | RefusedFix {
  if (start === undefined) return { status: "unplaced", why: "it only adds lines and does not say where" };
  if (start > lines.length)
    return { status: "refused", why: `it starts at line ${start}, the file has ${lines.length} lines` };
  const fileLines = added.map(() => undefined);
  return { from: start, to: start, fileLines, moved: 0, fuzzy: 0, whitespace: false, reindent: (text) => text };
}

/** How much context to ignore at head and tail: none first, then as little as possible. */
function trims(old: readonly OldLine[]): { head: number; tail: number }[] {
  const first = old.findIndex(({ line }) => line.kind === "removed");
  const last = old.findLastIndex(({ line }) => line.kind === "removed");
  const heads = Math.min(MAX_FUZZ, first < 0 ? old.length - 1 : first);
  const tails = Math.min(MAX_FUZZ, old.length - 1 - Math.max(0, last));
  const all: { head: number; tail: number }[] = [];
  for (let head = 0; head <= heads; head += 1) {
    for (let tail = 0; tail <= tails && head + tail <= old.length / 2; tail += 1) all.push({ head, tail });
  }
  return all.sort((a, b) => a.head + a.tail - (b.head + b.tail) || Math.max(a.head, a.tail) - Math.max(b.head, b.tail));
}

/** Positions in the index where these lines occur consecutively. */
function findStarts(index: QuoteLineIndex, kept: readonly OldLine[]): number[] {
  const ids = kept.map(({ squeezed }) => index.idOf(squeezed));
  if (ids.includes(-1)) return [];
  let rarest = 0;
  const rarity = (at: number): number => index.positions(ids[at] ?? -1).length;
  for (let at = 1; at < ids.length; at += 1) if (rarity(at) < rarity(rarest)) rarest = at;
  const starts: number[] = [];
  for (const position of index.positions(ids[rarest] ?? -1)) {
    const start = position - rarest;
    if (start >= 0 && ids.every((id, at) => index.ids[start + at] === id)) starts.push(start);
  }
  return starts;
}

/** Of several places the one that the diff's line number or the finding's lines point at. */
function choose({ target, hunk, kept, index }: Wanted, starts: readonly number[]): number | undefined {
  if (starts.length === 1) return starts[0];
  const lineOf = (start: number): number => index.numbers[start] ?? 1;
  const endOf = (start: number): number => index.numbers[start + kept.length - 1] ?? 1;
  if (hunk.start !== undefined) {
    const wanted = hunk.start + (kept[0]?.at ?? 0) - addedBefore(hunk, kept[0]?.at ?? 0);
    return nearest(starts, (start) => Math.abs(lineOf(start) - wanted));
  }
  const far = (start: number): number =>
    Math.min(...target.cited.map((span) => Math.max(0, lineOf(start) - span.end, span.start - endOf(start))));
  for (const limit of [SLACK, NEAR]) {
    const near = target.cited.length === 0 ? [] : starts.filter((start) => far(start) <= limit);
    if (near.length === 1) return near[0];
  }
  return undefined;
}

function nearest(starts: readonly number[], distance: (start: number) => number): number | undefined {
  let best: number | undefined;
  for (const start of starts) if (best === undefined || distance(start) < distance(best)) best = start;
  return best;
}

function addedBefore({ lines }: FixHunk, at: number): number {
  return lines.slice(0, at).filter(({ kind }) => kind === "added").length;
}

function placeAt({ target, hunk, kept, index }: Wanted, at: { start: number; fuzzy: number }): HunkPlace {
  const fileLines: (number | undefined)[] = hunk.lines.map(() => undefined);
  let odd: { readonly text: string; readonly actual: string } | undefined;
  for (const [step, old] of kept.entries()) {
    const line = (index.numbers[at.start + step] ?? 1) - 1;
    fileLines[old.at] = line;
    const actual = target.lines[line] ?? "";
    if (odd === undefined && !isVerbatim(old.line, actual)) odd = { text: old.line.text, actual };
  }
  const first = kept[0]?.at ?? 0;
  const from = (index.numbers[at.start] ?? 1) - 1;
  const to = index.numbers[at.start + kept.length - 1] ?? from + 1;
  const expected = hunk.start === undefined ? from : hunk.start - 1 + first - addedBefore(hunk, first);
  return {
    from: from - blanksBeside(hunk, target.lines, { at: first, line: from, step: -1 }),
    to: to + blanksBeside(hunk, target.lines, { at: kept.at(-1)?.at ?? 0, line: to - 1, step: 1 }),
    fileLines,
    moved: from - expected,
    fuzzy: at.fuzzy,
    whitespace: odd !== undefined,
    reindent: (text) => (odd === undefined ? text : reindented(text, odd)),
  };
}

interface Edge {
  /** In the hunk. */
  readonly at: number;
  /** In the file, from 0. */
  readonly line: number;
  readonly step: -1 | 1;
}

/** Blank old lines of the hunk beyond its first or last matched line, as far as the file has them too. */
function blanksBeside({ lines }: FixHunk, file: readonly string[], { at, line, step }: Edge): number {
  let wanted = 0;
  for (let next = at + step; lines[next] !== undefined; next += step) {
    const { kind, text } = lines[next] ?? { kind: "added", text: "" };
    if (kind === "added") continue;
    if (text.trim() !== "") break;
    wanted += 1;
  }
  let have = 0;
  while (have < wanted && file[line + step * (have + 1)]?.trim() === "") have += 1;
  return have;
}

function isVerbatim({ kind, text, written }: FixLine, actual: string): boolean {
  const end = actual.trimEnd();
  return text.trimEnd() === end || (kind === "context" && written.trimEnd() === end);
}

function reindented(added: string, { text, actual }: { readonly text: string; readonly actual: string }): string {
  const written = indentOf(text);
  return added.startsWith(written) ? indentOf(actual) + added.slice(written.length) : added;
}

function indentOf(text: string): string {
  return text.slice(0, text.length - text.trimStart().length);
}

/** Brackets alone occur everywhere. */
function isDistinctive({ squeezed }: OldLine): boolean {
  return /[\p{L}\p{N}]/u.test(squeezed.slice(0, 200));
}

/** Whether the new lines of the hunk are in the file. Called only if the old ones are not. */
function isPresent(index: QuoteLineIndex, { lines }: FixHunk): boolean {
  const fresh: OldLine[] = [];
  for (const [at, line] of lines.entries()) {
    const squeezed = line.kind === "removed" ? "" : squeeze(line.text);
    if (squeezed !== "") fresh.push({ at, line, squeezed });
  }
  const hasDistinctive = fresh.some((line) => line.line.kind === "added" && isDistinctive(line));
  return hasDistinctive && findStarts(index, fresh).length > 0;
}
