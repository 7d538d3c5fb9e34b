import type { PreviousFinding } from "#model/history/lineage.ts";
import type { Check } from "#model/change/analyzer.ts";
import type { Review } from "#model/review.ts";
import type { Finding } from "#model/finding.ts";
import { formatLocation, formatLocations, type Location } from "#model/location.ts";
import type { SkippedHits, SwitchedOff } from "#model/panel/receipt.ts";
import { printable } from "#util/printable.ts";
import { plural } from "#util/words.ts";
import { builtInAnalyzers } from "../panel.ts";

type SkippedHit = SkippedHits["hits"][number];

/** A place that a reader asks about. */
export interface AskedPlace {
  readonly path: string;
  readonly line?: number;
}

/** The check that is meant by its id, with or without its reviewer; undefined if none is. */
export function findCheck(asked: string): Check | undefined {
  const checks = builtInAnalyzers().flatMap((analyzer) => analyzer.checks);
  const named = checks.filter(({ id }) => id === asked || id.slice(id.indexOf("/") + 1) === asked);
  return named.length === 1 ? named[0] : undefined;
}

/**
 * The file of a review, or of an earlier finding that it lists, that is meant by `src/send.ts` or `src/send.ts:12`; undefined
 * if there is none.
 */
export function findPlace({ scope, previous }: Review, asked: string): AskedPlace | undefined {
  const paths = new Set([
    ...scope.files.flatMap(({ path, oldPath }) => [path, oldPath ?? path]),
    ...previous.flatMap(({ locations = [] }) => locations.map(({ path }) => path)),
  ]);
  if (paths.has(asked)) return { path: asked };
  const [, path = "", line = ""] = WITH_LINE.exec(asked) ?? [];
  return paths.has(path) ? { path, line: Number(line) } : undefined;
}

const WITH_LINE = /^(.+?):(\d+)(?:-\d+)?$/;

/** Whether the user means a file rather than a finding. */
export function mayBePath(asked: string): boolean {
  return asked.includes("/") || WITH_LINE.test(asked) || (/\.[a-z]\w{0,9}$/.test(asked) && !/^r\d+\./i.test(asked));
}

/** What a check reported in a review, what it looked at without a report, and why. */
export function explainCheck(review: Review, check: Check): string[] {
  const { receipt, runs, findings } = review;
  const reviewer = check.id.slice(0, check.id.indexOf("/"));
  const ran = runs.some((run) => run.reviewer === reviewer && run.outcome === "completed");
  const own = findings.filter((finding) => finding.check === check.id);
  const isOwn = (one: { readonly check: string }): boolean => one.check === check.id;
  const off = (receipt.switchedOff ?? []).filter(isOwn);
  const skipped = (receipt.skipped?.hits ?? []).filter(isOwn);
  return [
    `${check.id}  ${check.title}`,
    "",
    check.about,
    "",
    ...(ran ? [] : [`${reviewer} did not finish in this review, so the check says nothing about it.`]),
    ...list(
      "Reported",
      own.map((finding) => describeFinding(review, finding)),
    ),
    ...list("Switched off", off.map(describeOff)),
    ...list("Looked at and not reported", skipped.map(describeSkipped)),
    ...describeMore(receipt.skipped),
    ...(ran && own.length + off.length + skipped.length === 0 ? ["It found nothing to consider in this change."] : []),
  ].map((line) => printable(line));
}

/** What was said about a file or a line, what was not, and why. */
export function explainPlace(review: Review, { path, line }: AskedPlace): string[] {
  const { receipt, findings, scope, previous } = review;
  const file = scope.files.find((one) => one.path === path || one.oldPath === path);
  const isHere = (at: Location | AskedPlace): boolean => at.path === path && covers(at, line);
  const own = findings.filter(({ locations }) => locations.some(isHere));
  const earlier = previous.filter(({ locations = [] }) => locations.some(isHere));
  const off = (receipt.switchedOff ?? []).filter(({ places }) => places.some(isHere));
  const skipped = (receipt.skipped?.hits ?? []).filter(isHere);
  const readers = (receipt.readAll ?? []).join(", ");
  const hidden = file?.listed ?? file?.unread;
  return [
    line === undefined ? path : `${path}:${line}`,
    "",
    file === undefined
      ? "Not part of the reviewed change."
      : hidden === undefined
        ? `Read line by line${readers === "" ? "" : `, completely by ${readers}`}.`
        : `Not read line by line: ${hidden}.`,
    ...list(
      "Reported here",
      own.map((finding) => describeFinding(review, finding)),
    ),
    ...list("Earlier findings here", earlier.map(describeEarlier)),
    ...list("Switched off here", off.map(describeOff)),
    ...list("Looked at and not reported", skipped.map(describeSkipped)),
    ...describeMore(receipt.skipped),
    ...(own.length + earlier.length + off.length + skipped.length === 0
      ? ["No check or reviewer had anything to consider here."]
      : []),
  ].map((text) => printable(text));
}

function covers(at: Location | AskedPlace, line: number | undefined): boolean {
  if (line === undefined) return true;
  const [start, end] = "line" in at ? [at.line, at.line] : "start" in at ? [at.start, at.end ?? at.start] : [];
  return start === undefined || (line >= start && line <= (end ?? start));
}

function list(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ""];
}

function describeFinding({ clusters }: Review, { id, title, locations }: Finding): string {
  const home = clusters.find(({ members }) => members.some(({ finding }) => finding === id));
  const [place] = locations;
  return `${home?.id ?? id}  ${title}${place === undefined ? "" : `  ${formatLocation(place)}`}`;
}

function describeEarlier({ ref, title, status, text, locations = [] }: PreviousFinding): string {
  return `${ref}  ${title}  ${formatLocations(locations).join(", ")}  ${status.replaceAll("-", " ")}: ${text}`;
}

function describeOff({ check, by, at, count, reason }: SwitchedOff): string {
  const why = reason === undefined ? "" : `: ${reason}`;
  return `${check}  ${plural(count, "hit")} by ${by === "comment" ? `a comment at ${at}` : at}${why}`;
}

function describeSkipped({ check, path, line, about, why }: SkippedHit): string {
  return `${check}  ${path}${line === undefined ? "" : `:${line}`}  ${about}: ${why}`;
}

function describeMore(skipped: SkippedHits | undefined): string[] {
  const more = skipped?.more ?? 0;
  return more === 0 ? [] : [`${plural(more, "more hit")} of all checks ${more === 1 ? "is" : "are"} only counted.`];
}
