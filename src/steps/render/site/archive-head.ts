import type { ActivityBucket, ArchiveView } from "#model/archive.ts";
import { describeAccount } from "#model/describe-counts.ts";
import { SEVERITIES } from "#model/severity.ts";
import { html, type SafeHtml } from "../html/escape.ts";
import { columnChart } from "../charts/columns.ts";
import { dayRange, monthName, shortDay } from "../words.ts";
import { joinAnd, plural } from "#util/words.ts";

/** The top of the index: the archive in two lines, and over time. */
export function archiveHead(view: ArchiveView): SafeHtml {
  const { repositories, from, to, reviews } = view.totals;
  const about = [
    repositories.length > 0 && joinAnd(repositories),
    from !== undefined && to !== undefined && dayRange(from, to),
    reviews > 0 && plural(reviews, "review"),
    ...pullRequests(view),
    view.choices.authors.length > 1 && plural(view.choices.authors.length, "author"),
  ].filter((part) => part !== false);
  return html`<div class="archive-head"><div><h1>Reviews</h1><p class="muted" data-part="archive">${about.join(" · ")}</p>${
    reviews > 0 && html`<p class="muted small" data-part="account">${accountLine(view)}</p>`
  }</div>${activityChart(view)}</div>`;
}

function pullRequests({ series }: ArchiveView): string[] {
  const count = series.filter(({ kind }) => kind === "pull-request").length;
  return count === 0 ? [] : [plural(count, "pull request")];
}

/** What was raised and what became of it, over all reviews of changes; and what is not counted. */
function accountLine({ totals }: ArchiveView): string {
  const { changes, architecture, withGaps } = totals;
  const scale = architecture === 1 ? "it has a scale of its own" : "they have a scale of their own";
  return [
    ...(changes > 0 ? [`${describeAccount(totals)}.`] : []),
    ...(architecture > 0 ? [`Without ${plural(architecture, "architecture review")}: ${scale}.`] : []),
    ...(withGaps > 0 ? [`${plural(withGaps, "review")} with gaps.`] : []),
  ].join(" ");
}

function activityChart({ activity: { unit, buckets } }: ArchiveView): SafeHtml | undefined {
  if (buckets.length < 2) return undefined;
  const sizes = buckets.map(({ kept }) => kept.critical + kept.important + kept.suggestion);
  const top = Math.max(1, ...sizes);
  const every = Math.ceil(buckets.length / 4);
  const chart = columnChart({
    title: `Kept findings per ${unit}`,
    desc: `From ${startName(unit, buckets[0])} to ${startName(unit, buckets.at(-1))}; the most in one ${unit}: ${top}.`,
    height: 72,
    top,
    columns: buckets.map((bucket, index) => ({
      title: `${unit === "week" ? "Week of " : ""}${startName(unit, bucket)}: ${plural(bucket.reviews, "review")}, ${plural(sizes[index] ?? 0, "finding")}`,
      label: sizes.indexOf(top) === index ? String(top) : undefined,
      tick: index % every === 0 && index < buckets.length - 1 ? startName(unit, bucket) : undefined,
      pieces: SEVERITIES.toReversed().map((severity) => ({
        value: bucket.kept[severity],
        tint: severity,
        look: "full" as const,
      })),
    })),
  });
  return html`<figure class="activity" data-part="activity">${chart}</figure>`;
}

function startName(unit: "week" | "month", bucket: ActivityBucket | undefined): string {
  if (bucket === undefined) return "";
  return unit === "week" ? shortDay(bucket.start) : monthName(bucket.start);
}
