import type { LineSpan } from "#model/location.ts";
import type { Finding } from "#model/finding.ts";
import type { FixGrounding, PlaceGrounding } from "#model/grounding.ts";
import type { GroundingSource } from "../grounding-source.ts";
import { resolveCitedPath } from "../resolve-cited-path.ts";
import { plural } from "#util/words.ts";
import { type AppliedFix, applyFix, type RefusedFix } from "./apply-fix.ts";
import { type FilePatch, parseFix } from "./parse-fix.ts";

/** A finding with a fix, and its places. */
export interface FixQuestion {
  readonly finding: Finding;
  readonly places: readonly PlaceGrounding[];
}

/** Applies each proposed diff to its file, in memory. */
export async function groundFixes(
  source: GroundingSource,
  { finding, places }: FixQuestion,
): Promise<readonly FixGrounding[]> {
  const groundings: FixGrounding[] = [];
  for (const diff of finding.fix?.diffs ?? []) {
    const results: FixGrounding[] = [];
    for (const patch of diff.length > MAX_LENGTH ? [] : parseFix(diff))
      results.push(await groundPatch(source, patch, places));
    const [only = UNREAD] = results;
    groundings.push(results.length > 1 ? withoutBlock(worst(results) ?? UNREAD) : only);
  }
  return groundings;
}

const MAX_LENGTH = 1_000_000;

const UNREAD: FixGrounding = { status: "unchecked", why: "no changed lines could be read from the diff" };

/** The block of one part is not all that a diff changes, and lines with other line ends are not those of the file. */
const withoutBlock = (grounding: FixGrounding): FixGrounding => ({ ...grounding, replaces: undefined });

/** A diff is as good as its worst part. */
function worst(results: readonly FixGrounding[]): FixGrounding | undefined {
  for (const status of ["fails", "unchecked", "drifts", "applies", "present"] as const) {
    const found = results.find((result) => result.status === status);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function groundPatch(
  source: GroundingSource,
  patch: FilePatch,
  places: readonly PlaceGrounding[],
): Promise<FixGrounding> {
  const named = await namedFile(source, patch);
  if (named === undefined && patch.oldPath === NO_FILE && patch.newPath !== undefined) {
    const path = patch.newPath.replace(/^b\//, "");
    return { status: "applies", path, why: "it adds a file that does not exist yet" };
  }
  const paths = named === undefined ? citedPaths(places) : [named];
  let first: FixGrounding | undefined;
  for (const path of paths) {
    const lines = await source.readLines(path);
    if (lines === undefined) continue;
    const said = describeResult({ path, lines }, applyFix({ lines, cited: citedLines(places, path) }, patch.hunks));
    const isExact = said.replaces === undefined || (await source.isVerbatim(path));
    const result = isExact ? said : withoutBlock(said);
    if (result.status !== "fails") return result;
    first ??= result;
  }
  return first ?? { status: "unchecked", why: "no file to apply it to" };
}

const NO_FILE = "/dev/null";

async function namedFile(source: GroundingSource, { oldPath, newPath }: FilePatch): Promise<string | undefined> {
  for (const written of [newPath, oldPath]) {
    if (written === undefined || written === NO_FILE) continue;
    const resolved = await resolveCitedPath(source, written);
    if (resolved !== undefined && !resolved.removed) return resolved.path;
  }
  return undefined;
}

function citedPaths(places: readonly PlaceGrounding[]): string[] {
  const paths = places.flatMap(({ path, status }) => (path === undefined || status === "removed" ? [] : [path]));
  return [...new Set(paths)];
}

function citedLines(places: readonly PlaceGrounding[], path: string): LineSpan[] {
  const spans: LineSpan[] = [];
  for (const { path: resolved, cited } of places) {
    if (resolved !== path || cited.start === undefined || cited.end === undefined) continue;
    spans.push({ start: cited.start, end: cited.end });
  }
  return spans;
}

function describeResult(
  { path, lines: before }: { readonly path: string; readonly lines: readonly string[] },
  result: AppliedFix | RefusedFix,
): FixGrounding {
  if (result.status === "unplaced") return { status: "unchecked", path, why: result.why };
  if (result.status === "present") return { status: "present", path, why: result.why };
  if (result.status !== "applied") return { status: "fails", path, why: `it does not apply to ${path}: ${result.why}` };
  const { moved, fuzzy, whitespace, at } = result;
  const lines = at.start === at.end ? `line ${at.start}` : `lines ${at.start}-${at.end}`;
  if (moved === 0 && fuzzy === 0 && !whitespace)
    return {
      status: "applies",
      path,
      replaces: changedBlock(before, result.lines),
      why: `it applies to ${path} at ${lines}`,
    };
  const how: string[] = [];
  if (moved !== 0) how.push(`${plural(Math.abs(moved), "line")} ${moved > 0 ? "below" : "above"} where it says`);
  if (fuzzy > 0) how.push(`with ${plural(fuzzy, "context line")} left out of account`);
  if (whitespace) how.push("with other white space");
  return {
    status: "drifts",
    path,
    ...(moved !== 0 && { moved }),
    ...(fuzzy > 0 && { fuzzy }),
    why: `it applies to ${path} at ${lines}, ${how.join(", ")}`,
  };
}

/**
 * The one block of lines in which two texts differ, and its new content. If lines are only added, the block includes
 * the line before them, or the next line at the very start, so that it is never empty. Undefined if the block is too
 * long, as when distant lines change, or if a line contains a carriage return.
 */
export function changedBlock(before: readonly string[], after: readonly string[]): FixGrounding["replaces"] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  if (head + tail === before.length) {
    if (head > 0) head -= 1;
    else if (tail > 0) tail -= 1;
    else return undefined;
  }
  const replaced = before.slice(head, before.length - tail);
  const by = after.slice(head, after.length - tail);
  const isLong = replaced.length > MAX_LINES || by.length > MAX_LINES;
  if (isLong || [...replaced, ...by].some((line) => /[\r\n]/.test(line))) return undefined;
  return { start: head + 1, end: head + replaced.length, by };
}

const MAX_LINES = 100;
