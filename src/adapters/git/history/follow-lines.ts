import type { Commit } from "#model/change/scope.ts";
import type { LineSpan } from "#model/finding.ts";
import type { Location } from "#model/location.ts";
import { isTelling } from "./code-at.ts";
import { type Comparison, spanWithin, touching } from "./comparison.ts";
import { mapLines } from "./map-lines.ts";
import { leaving, type PlacedLines } from "./walk-steps.ts";

/** What became of some lines between two heads. Fits the `FollowedLines` of the steps by shape. */
export interface FollowedLines {
  readonly at?: Location;
  readonly isMoved: boolean;
  readonly isFileGone: boolean;
  readonly unchanged: number;
  readonly changed: number;
  readonly removed: number;
  readonly isChangedAround: boolean;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly commits: readonly Commit[];
}

/** Follows lines of the old head to the new one. Undefined: there is no such text at the old head. */
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
  if (file === undefined) return standing(between, place, before);
  const isFileGone = file.status === "D" || file.status === "T";
  const isWhole = lines === undefined;
  const mapped = isFileGone || file.runs === undefined ? undefined : mapLines(span, file.runs, isWhole);
  if (!isWhole && (mapped?.unchanged ?? 0) === 0) {
    const at = await findMoved(between, place, before);
    if (at !== undefined) return moved(between, { place, at, before });
  }
  const commits = await touching(between, place, isFileGone ? undefined : { path: file.path, spans: mapped?.replaced });
  const counts = mapped ?? { unchanged: 0, changed: 0, removed: before.length, isTouchedAround: false };
  const now = mapped === undefined ? [] : ((await between.to.readLines(file.path)) ?? []);
  const after = mapped === undefined ? [] : now.slice(mapped.span.start - 1, mapped.span.end);
  return {
    ...(after.length > 0 && mapped !== undefined && { at: { path: file.path, ...mapped.span } }),
    isMoved: file.path !== path && after.length > 0,
    isFileGone,
    unchanged: counts.unchanged,
    changed: counts.changed,
    removed: counts.removed,
    isChangedAround: counts.isTouchedAround && mapped?.isTouched === false,
    before: before.slice(0, MOST_LINES),
    after: after.slice(0, MOST_LINES),
    commits,
  };
}

/** More lines than this are a file, not a place. */
const MOST_LINES = 1000;

/** The file is as it was. Commits may have changed it and put it back. */
async function standing(
  between: Comparison,
  { path, span }: PlacedLines,
  lines: readonly string[],
): Promise<FollowedLines> {
  const commits = await touching(between, { path, span }, undefined);
  const before = lines.slice(0, MOST_LINES);
  const counts = { unchanged: lines.length, changed: 0, removed: 0 };
  const rest = { isMoved: false, isFileGone: false, isChangedAround: false, before, after: before, commits };
  return { at: { path, ...span }, ...counts, ...rest };
}

/** The exact lines stand at one place where they did not stand before: that is where they went. */
async function findMoved(
  { from, to }: Comparison,
  { path, span }: PlacedLines,
  before: readonly string[],
): Promise<Location | undefined> {
  if (!isTelling(before)) return undefined;
  const now = await to.find(before, [path]);
  const [at] = now;
  if (at === undefined || now.length > 1) return undefined;
  const then = await from.find(before, [at.path]);
  const isOwn = ({ path: one, start = 0 }: Location): boolean =>
    one === path && start >= span.start && start <= span.end;
  return then.every((one) => isOwn(one) || one.path !== at.path) ? at : undefined;
}

async function moved(
  between: Comparison,
  { place, at, before }: { place: PlacedLines; at: Location; before: readonly string[] },
): Promise<FollowedLines> {
  const lines = before.slice(0, MOST_LINES);
  const spans = at.start === undefined || at.end === undefined ? [] : [{ start: at.start, end: at.end }];
  const commits = await touching(between, place, { path: at.path, spans });
  const counts = { unchanged: before.length, changed: 0, removed: 0, isChangedAround: false };
  return { at, isMoved: true, isFileGone: false, ...counts, before: lines, after: lines, commits };
}
