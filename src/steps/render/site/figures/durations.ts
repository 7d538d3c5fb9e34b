import type { ArchiveView, TrackRecord } from "#model/archive.ts";
import { reviewerColor } from "../../html/reviewer-color.ts";
import { quantile } from "../../charts/numbers.ts";
import { strips } from "../../charts/strips.ts";
import { day, roughDuration } from "../../words.ts";
import { plural } from "#util/words.ts";
import { type ChartFigure, reviewerLabel } from "./figure-card.ts";

/** How long each review took. */
export function durations(view: ArchiveView): ChartFigure {
  const known = view.reviewers.filter(({ overall }) => overall.durations.length > 0);
  const isShort = known.every(({ overall }) => overall.durations.every((seconds) => seconds < 120));
  return {
    id: "durations",
    title: "Time a review takes",
    reading: readingOf(known),
    chart: strips(
      known.map((record) => {
        const middle = quantile(record.overall.durations, 0.5) ?? 0;
        return {
          label: reviewerLabel(record),
          title: `${record.name}: median ${roughDuration(middle)} over ${plural(record.overall.durations.length, "review")}`,
          tint: reviewerColor(record.reviewer),
          dots: record.byReview.flatMap(({ durationSeconds, review, startedAt }) =>
            durationSeconds === undefined
              ? []
              : [
                  {
                    value: isShort ? durationSeconds : durationSeconds / 60,
                    title: `${review}${startedAt === undefined ? "" : `, ${day(startedAt)}`}: ${roughDuration(durationSeconds)}`,
                  },
                ],
          ),
          value: roughDuration(middle),
          note: `median of ${record.overall.durations.length}`,
        };
      }),
      isShort ? "s" : "min",
    ),
    base: `Each dot is a review; the band holds the middle half, the line is the median. Reports that give no time do not count (${view.reviewers
      .map(({ name, overall }) => `${name} ${overall.durations.length} of ${overall.reviews}`)
      .join(", ")} do).`,
    table: {
      columns: ["Reviewer", "Reviews timed", "Fastest", "Quarter", "Median", "Three quarters", "Slowest"],
      rows: known.map(({ name, overall }) => ({
        name,
        cells: [
          overall.durations.length,
          ...[0, 0.25, 0.5, 0.75, 1].map((part) => roughDuration(quantile(overall.durations, part) ?? 0)),
        ],
      })),
    },
    wide: true,
  };
}

function readingOf(records: readonly TrackRecord[]): string {
  const slowest = slowestOf(records);
  const ranked = records
    .map(({ name, overall }) => ({ name, middle: quantile(overall.durations, 0.5) ?? 0 }))
    .toSorted((a, b) => b.middle - a.middle);
  const [first] = ranked;
  const last = ranked.at(-1);
  if (first === undefined || last === undefined) return "No report in this archive states how long a reviewer worked.";
  if (first === last) return `Half of ${first.name}'s reviews take more than ${roughDuration(first.middle)}.`;
  if (records.every(({ overall }) => overall.durations.length === 1))
    return `${first.name} took longest, ${roughDuration(first.middle)}; ${last.name} least, ${roughDuration(last.middle)}.`;
  const times =
    slowest === undefined
      ? ""
      : ` ${slowest.name} is the last to end in ${slowest.times} of ${plural(slowest.base, "review")} that time every reviewer.`;
  return `Half of ${first.name}'s reviews take more than ${roughDuration(first.middle)}; half of ${last.name}'s less than ${roughDuration(last.middle)}.${times}`;
}

/** The slowest reviewer, in reviews where every reviewer's time is known. */
function slowestOf(records: readonly TrackRecord[]): { name: string; times: number; base: number } | undefined {
  const byReview = new Map<string, { name: string; seconds: number | undefined }[]>();
  for (const { name, byReview: marks } of records) {
    for (const { review, durationSeconds, outcome } of marks) {
      if (outcome === "failed") continue;
      const panel = byReview.get(review) ?? [];
      panel.push({ name, seconds: durationSeconds });
      byReview.set(review, panel);
    }
  }
  const counts = new Map<string, number>();
  let base = 0;
  for (const panel of byReview.values()) {
    if (panel.length < 2 || panel.some(({ seconds }) => seconds === undefined)) continue;
    base += 1;
    const slowest = panel.reduce((worst, one) => ((one.seconds ?? 0) > (worst.seconds ?? 0) ? one : worst));
    counts.set(slowest.name, (counts.get(slowest.name) ?? 0) + 1);
  }
  const [top] = [...counts].toSorted(([, a], [, b]) => b - a);
  return top && { name: top[0], times: top[1], base };
}
