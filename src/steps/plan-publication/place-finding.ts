import { type Location, mayBeSameFile, type LineSpan } from "#model/location.ts";
import type { ReportFinding } from "#model/report.ts";
import type { Review } from "#model/review.ts";
import { commentable, type Side } from "./diff-windows.ts";
import type { PublicationInput } from "./publication-input.ts";
import type { DiffHunk, DiffLine } from "#model/change/change.ts";
import type { Scope } from "#model/change/scope.ts";

/** Lines of the diff that can have a comment. */
export interface DiffPlace extends LineSpan {
  readonly path: string;
  readonly side: Side;
}

/** Lines of a file at the reviewed commit. */
export interface FileLines extends LineSpan {
  readonly path: string;
}

/** Where a finding's comment goes, or why it cannot have one. */
export type Placement = { readonly at: DiffPlace } | { readonly why: string };

/**
 * The place for a finding's comment: where its code was found, else where it was cited; the first place in the diff.
 */
export function placeFinding(
  { report: { review }, hunks }: Pick<PublicationInput, "report" | "hunks">,
  finding: ReportFinding,
): Placement {
  const { scope } = review;
  if (scope.hunks.length === 0) return { why: "the record does not hold the diff" };
  const isRemoved = isAboutRemoved(finding);
  const removed = isRemoved ? (recordedPlace(scope, finding) ?? findRemoved(scope, finding, hunks ?? [])) : undefined;
  if (removed !== undefined) return { at: removed };
  const places = headPlaces(review, finding);
  for (const { start, end, ...place } of places) {
    const { path, side } = sideOf(scope, place.path);
    // Its lines may be numbered before the change or at the head, where other code is.
    if (isRemoved && side === "RIGHT") continue;
    const lines = commentable(scope, path, { start, end, side });
    if (lines !== undefined) return { at: { path, side, ...lines } };
  }
  if (isRemoved) return { why: "the removed lines are not known here" };
  if (places.length > 0) return { why: "its lines are not in the diff" };
  return { why: finding.locations.length > 0 ? "it names no line" : "it names no file" };
}

/** The side that a path names. The platform knows a renamed file by the new name, on both sides. */
function sideOf({ files }: Review["scope"], path: string): { readonly path: string; readonly side: Side } {
  const file = files.find((candidate) => candidate.path === path);
  if (file !== undefined) return { path, side: file.change === "deleted" ? "LEFT" : "RIGHT" };
  const renamed = files.find(({ oldPath, change }) => oldPath === path && change === "renamed");
  return renamed === undefined ? { path, side: "RIGHT" } : { path: renamed.path, side: "LEFT" };
}

/** The places of a finding at the reviewed commit with lines, the most certain first, by the paths of the commit. */
export function headPlaces(review: Review, finding: ReportFinding): readonly FileLines[] {
  const places: Location[] = [];
  const { grounding } = finding.evidence;
  if (grounding?.status === "grounded" && grounding.at !== undefined) places.push(grounding.at);
  const cited = finding.locations.map((location) => ({ ...location, path: realPath(review, finding, location.path) }));
  if (grounding?.status === "moved") {
    const path = grounding.path ?? cited.find(({ start }) => start !== undefined)?.path;
    if (path !== undefined) places.push({ path, ...grounding.to });
  }
  const all = [...places, ...cited].filter(hasLines);
  const seen = new Set<string>();
  return all.filter(({ path, start, end }) => {
    const key = `${start} ${end} ${path}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Where the round found the quoted code to have been. */
function recordedPlace(scope: Review["scope"], { evidence: { grounding } }: ReportFinding): DiffPlace | undefined {
  const place = grounding?.status === "grounded" ? grounding.removed : undefined;
  if (place === undefined || !hasLines(place)) return undefined;
  const lines = commentable(scope, place.path, { start: place.start, end: place.end, side: "LEFT" });
  return lines === undefined ? undefined : { path: place.path, side: "LEFT", ...lines };
}

/** Whether the quoted code is what the change removed. */
export function isAboutRemoved({ evidence: { grounding } }: ReportFinding): boolean {
  return grounding?.status === "grounded" && grounding.at === undefined;
}

const hasLines = (location: Location): location is FileLines =>
  location.start !== undefined && location.end !== undefined;

/** The path in the commit: reviewers shorten paths. */
function realPath({ scope, groundings = [] }: Review, { cluster, excerpts }: ReportFinding, path: string): string {
  if (scope.files.some((file) => file.path === path)) return path;
  for (const { finding, places } of groundings) {
    if (!cluster.members.some((member) => member.finding === finding)) continue;
    const found = places.find(({ cited }) => cited.path === path)?.path;
    if (found !== undefined) return found;
  }
  const [excerpt] = excerpts.filter((candidate) => mayBeSameFile(candidate.path, path));
  if (excerpt !== undefined) return excerpt.path;
  const changed = scope.files.filter((file) => mayBeSameFile(file.path, path));
  return changed.length === 1 ? (changed[0]?.path ?? path) : path;
}

/** Where the quoted code of a finding was before the change removed it; undefined if the hunks do not show it. */
function findRemoved(
  scope: Scope,
  { quotes, locations }: ReportFinding,
  hunks: readonly DiffHunk[],
): DiffPlace | undefined {
  const isCited = (path: string): boolean => {
    const before = scope.files.find((file) => file.path === path)?.oldPath ?? path;
    return locations.some((cited) => mayBeSameFile(cited.path, path) || mayBeSameFile(cited.path, before));
  };
  for (const { code } of quotes) {
    const wanted = code
      .split("\n")
      .map(squeeze)
      .filter((line) => line !== "");
    if (wanted.length === 0) continue;
    for (const { path, lines } of hunks) {
      if (!isCited(path) || isCopy(scope, path)) continue;
      const found = removedIn(lines, wanted);
      if (found !== undefined) return { path, side: "LEFT", ...found };
    }
  }
  return undefined;
}

const isCopy = ({ files }: Scope, path: string): boolean =>
  files.some((file) => file.path === path && file.change === "copied");

/** The removed lines among consecutive old lines of a hunk that match. */
function removedIn(lines: readonly DiffLine[], wanted: readonly string[]): { start: number; end: number } | undefined {
  const old = lines.filter(({ kind, text }) => kind !== "added" && text.trim() !== "");
  for (let at = 0; at + wanted.length <= old.length; at += 1) {
    if (squeeze(old[at]?.text ?? "") !== wanted[0]) continue;
    const span = old.slice(at, at + wanted.length);
    if (!span.every(({ text }, step) => squeeze(text) === wanted[step])) continue;
    const numbers = span.flatMap(({ kind, old: number }) =>
      kind === "removed" && number !== undefined ? [number] : [],
    );
    const [start] = numbers;
    const end = numbers.at(-1);
    if (start !== undefined && end !== undefined) return { start, end };
  }
  return undefined;
}

const squeeze = (text: string): string => text.replaceAll(/\s+/g, "");
