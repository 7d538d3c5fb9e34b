import type { Activity, ReportDigest } from "#model/archive.ts";
import { addCounts } from "./tally.ts";
import { mondayOf, monthOf, monthsBetween, weeksBetween } from "./time.ts";

/** Reviews and their kept findings over time. Expects time order; reviews without a date stay out. */
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

/** Half a year: more weeks than that are too thin to be seen on a phone. */
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
