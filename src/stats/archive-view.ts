import type { Activity, ArchiveTotals, ArchiveView, Choice, ReportDigest, SeriesRound } from "#model/archive.ts";
import { byTime, groupSeries } from "./series.ts";
import { addCounts } from "./tally.ts";
import { monthsBetween, mondayOf, monthOf, weeksBetween } from "./time.ts";
import { trackRecords } from "./track-records.ts";

/** Computes what the index and the reviewers page show. The order of the reports does not matter. */
export function buildArchiveView(reports: readonly ReportDigest[]): ArchiveView {
  const ordered = reports.toSorted(byTime);
  // An architecture review has its own scale; adding it to reviews of changes would mix two measures.
  const changes = ordered.filter(({ kind }) => kind === "change");
  const series = groupSeries(ordered);
  return {
    totals: totalsOf({ ordered, changes, series: series.length }),
    series,
    activity: activityOf(ordered),
    months: monthsOf(ordered),
    choices: choicesOf(series.flatMap(({ rounds }) => rounds)),
    reviewers: trackRecords(changes),
  };
}

interface Counted {
  readonly ordered: readonly ReportDigest[];
  readonly changes: readonly ReportDigest[];
  readonly series: number;
}

function totalsOf({ ordered, changes, series }: Counted): ArchiveTotals {
  const total = (pick: (digest: ReportDigest) => number): number =>
    changes.reduce((sum, digest) => sum + pick(digest), 0);
  const times = ordered.flatMap(({ startedAt }) => startedAt ?? []);
  return {
    reviews: ordered.length,
    changes: changes.length,
    architecture: ordered.length - changes.length,
    series,
    raised: total(({ counts }) => counts.raised),
    merged: total(({ counts }) => counts.merged),
    unlinked: total(({ counts }) => counts.unlinked),
    kept: addCounts(changes.map(({ counts }) => counts.kept)),
    moved: total(({ counts }) => counts.moved),
    dropped: total(({ counts }) => counts.dropped),
    withGaps: ordered.filter(({ gaps }) => gaps.length > 0).length,
    repositories: [...new Set(ordered.flatMap(({ repository }) => repository ?? []))],
    from: times[0],
    to: times.at(-1),
  };
}

function monthsOf(ordered: readonly ReportDigest[]): readonly string[] {
  return [...new Set(ordered.flatMap(({ startedAt }) => startedAt ?? []).map(monthOf))].toReversed();
}

function choicesOf(rounds: readonly SeriesRound[]): ArchiveView["choices"] {
  const parts = rounds.flatMap(({ digest }) => digest.reviewers);
  const names = new Map<string, string>(parts.map(({ reviewer, name }) => [reviewer, name]));
  const choices = (values: readonly string[]): Choice[] =>
    countValues(values).map(([value, reviews]) => ({ value, name: names.get(value) ?? value, reviews }));
  return {
    verdicts: choices(rounds.map(({ digest }) => digest.verdict.phrase)),
    authors: choices(rounds.flatMap(({ author }) => author ?? [])),
    reviewers: choices(parts.map(({ reviewer }) => reviewer)),
  };
}

/** Distinct values with their number, most frequent first. */
function countValues(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

/** Reviews and their kept findings over time. Expects chronological order; omits reviews without a date. */
export function activityOf(ordered: readonly ReportDigest[]): Activity {
  const days = ordered.flatMap(({ startedAt }) => startedAt ?? []);
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return { unit: "week", buckets: [] };
  const weeks = weeksBetween(first, last, MAX_WEEKS + 1);
  return weeks.length > MAX_WEEKS
    ? {
        unit: "month",
        buckets: bucketsOf(ordered, monthsBetween(first, last).map(firstDay), (day) => firstDay(monthOf(day))),
      }
    : { unit: "week", buckets: bucketsOf(ordered, weeks, mondayOf) };
}

/** Half a year. Columns for more weeks would be too thin on a phone. */
const MAX_WEEKS = 26;

function bucketsOf(
  ordered: readonly ReportDigest[],
  starts: readonly string[],
  startOf: (day: string) => string,
): Activity["buckets"] {
  const groups = new Map<string, ReportDigest[]>(starts.map((start) => [start, []]));
  for (const digest of ordered) {
    if (digest.startedAt !== undefined) groups.get(startOf(digest.startedAt))?.push(digest);
  }
  return [...groups].map(([start, digests]) => {
    const changes = digests.filter(({ kind }) => kind === "change");
    const { critical, important, suggestion } = addCounts(changes.map(({ counts }) => counts.kept));
    return { start, reviews: digests.length, kept: { critical, important, suggestion } };
  });
}

function firstDay(month: string): string {
  return `${month}-01`;
}
