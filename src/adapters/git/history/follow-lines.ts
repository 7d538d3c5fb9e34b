import type { FollowedLines } from "#model/history/code-facts.ts";
import type { Location, LineSpan } from "#model/location.ts";
import { isDistinctiveCode } from "./code-at.ts";
import { type Comparison, spanWithin, touching } from "./comparison.ts";
import { mapLines } from "./map-lines.ts";
import type { LineDiff } from "./read-diffs.ts";
import { leaving, type PlacedLines } from "./walk-steps.ts";

/** Follows lines of the old head to the new one. Undefined if the old head has no such text. */
export async function followLines(
  between: Comparison,
  path: string,
  lines?: LineSpan,
): Promise<FollowedLines | undefined> {
  const all = await between.from.readLines(path);
  const span = all === undefined ? undefined : spanWithin(all, lines);
  if (all === undefined || span === undefined) return undefined;
  const before = all.slice(span.start - 1, span.end);
  const file = leaving(between.files, path);
  const place = { path, span };
  if (file === undefined) return unchangedPlace(between, place, before);
  const isFileGone = file.status === "D" || file.status === "T";
  const isWhole = lines === undefined;
  const mapped = isFileGone || file.runs === undefined ? undefined : mapLines(span, file.runs, isWhole);
  if (!isWhole && (mapped?.unchanged ?? 0) === 0) {
    const at = await findMoved(between, place, before);
    if (at !== undefined) return moved(between, { place, at, before });
  }
  if (mapped === undefined) return replacedWhole(between, { place, before, file });
  const { replaced: spans, beside } = mapped;
  const touched = await touching(between, place, { path: file.path, spans, beside });
  const now = (await between.to.readLines(file.path)) ?? [];
  const after = now.slice(mapped.span.start - 1, mapped.span.end);
  return {
    ...(after.length > 0 && { at: { path: file.path, ...mapped.span } }),
    isMoved: file.path !== path && after.length > 0,
    isFileGone: false,
    unchanged: mapped.unchanged,
    changed: mapped.changed,
    removed: mapped.removed,
    isChangedAround: mapped.isTouchedAround && !mapped.isTouched,
    before: before.slice(0, MAX_LINES),
    after: after.slice(0, MAX_LINES),
    ...touched,
  };
}

/** More lines than this are a file, not a place. */
const MAX_LINES = 1000;

interface ReplacedFile {
  readonly place: PlacedLines;
  readonly before: readonly string[];
  readonly file: LineDiff;
}

/** The file was removed, or git compares it only as a whole: its present content replaced the lines. */
async function replacedWhole(between: Comparison, { place, before, file }: ReplacedFile): Promise<FollowedLines> {
  const isFileGone = file.status === "D" || file.status === "T";
  const now = isFileGone ? undefined : await between.to.readLines(file.path);
  const touched = await touching(between, place, undefined);
  return {
    ...(now !== undefined && { at: { path: file.path } }),
    isMoved: false,
    isFileGone,
    unchanged: 0,
    changed: now === undefined ? 0 : before.length,
    removed: now === undefined ? before.length : 0,
    isChangedAround: false,
    before: before.slice(0, MAX_LINES),
    after: (now ?? []).slice(0, MAX_LINES),
    ...touched,
  };
}

/** The file is as it was. Commits may have changed it and put it back. */
async function unchangedPlace(
  between: Comparison,
  { path, span }: PlacedLines,
  lines: readonly string[],
): Promise<FollowedLines> {
  const touched = await touching(between, { path, span }, undefined);
  const before = lines.slice(0, MAX_LINES);
  const counts = { unchanged: lines.length, changed: 0, removed: 0 };
  const rest = { isMoved: false, isFileGone: false, isChangedAround: false, before, after: before, ...touched };
  return { at: { path, ...span }, ...counts, ...rest };
}

/** The exact lines appear at one place where they were not before: they moved there. */
async function findMoved(
  { from, to }: Comparison,
  { path, span }: PlacedLines,
  before: readonly string[],
): Promise<Location | undefined> {
  // A short line means little in other files; in its own file, one that occurs once is that line.
  const now = isDistinctiveCode(before) ? await to.findAnywhere(before) : await to.find(before, [path]);
  if (squeezed(before) < MIN_IN_FILE) return undefined;
  const [at] = now;
  if (at === undefined || now.length > 1) return undefined;
  const then = await from.find(before, [at.path]);
  const isOwn = ({ path: one, start = 0 }: Location): boolean =>
    one === path && start >= span.start && start <= span.end;
  return then.every((one) => isOwn(one) || one.path !== at.path) ? at : undefined;
}

const MIN_IN_FILE = 12;
const squeezed = (lines: readonly string[]): number => lines.join("").replaceAll(/\s+/g, "").length;

async function moved(
  between: Comparison,
  { place, at, before }: { place: PlacedLines; at: Location; before: readonly string[] },
): Promise<FollowedLines> {
  const lines = before.slice(0, MAX_LINES);
  const spans = at.start === undefined || at.end === undefined ? [] : [{ start: at.start, end: at.end }];
  const touched = await touching(between, place, { path: at.path, spans, beside: [] });
  const counts = { unchanged: before.length, changed: 0, removed: 0, isChangedAround: false };
  return { at, isMoved: true, isFileGone: false, ...counts, before: lines, after: lines, ...touched };
}
