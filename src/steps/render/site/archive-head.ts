import type { ActivityBucket, ArchiveView } from "#model/archive.ts";
import { SEVERITIES } from "#model/severity.ts";
import { html, type SafeHtml } from "../html/escape.ts";
import { columnChart } from "../charts/columns.ts";
import { dayRange, monthName, shortDay } from "../words.ts";
import { joinAnd, plural } from "#util/words.ts";

/** The top of the index: the archive in figures and over time. */
export function archiveHead(view: ArchiveView): SafeHtml {
  const { repositories, from, to } = view.totals;
  const about = [
    repositories.length > 0 && joinAnd(repositories),
    from !== undefined && to !== undefined && dayRange(from, to),
    view.authors.length > 0 && `changes by ${plural(view.authors.length, "author")}`,
  ].filter((part) => part !== false);
  return html`<div class="archive-head"><div class="archive-about"><h1>Reviews</h1><p class="muted">${about.join(" · ")}</p>
<dl class="totals">${figures(view).map(({ value, name, tint }) => html`<div class="total ${tint}"><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p class="muted small">${baseLine(view)}</p></div>${activityChart(view)}</div>`;
}

function figures({
  totals,
  series,
}: ArchiveView): readonly { readonly value: number; readonly name: string; readonly tint: string }[] {
  const pullRequests = series.filter(({ kind }) => kind === "pull-request").length;
  return [
    { value: totals.reviews, name: totals.reviews === 1 ? "review" : "reviews", tint: "plain" },
    { value: pullRequests, name: pullRequests === 1 ? "pull request" : "pull requests", tint: "plain" },
    { value: totals.kept.critical, name: "critical", tint: "critical" },
    { value: totals.kept.important, name: "important", tint: "important" },
    {
      value: totals.kept.suggestion,
      name: totals.kept.suggestion === 1 ? "suggestion" : "suggestions",
      tint: "suggestion",
    },
  ];
}

/** What the figures leave out. */
function baseLine({ totals }: ArchiveView): string {
  const parts = [
    `${plural(totals.raised, "raw finding")} on record: ${totals.keptFindings} merged into published findings, ${totals.routed} moved to other sections, ${totals.dropped} dropped. ${totals.kept.all} findings published in all.`,
  ];
  if (totals.architecture > 0) {
    parts.push(
      `${plural(totals.architecture, "architecture review")} with a scale of ${totals.architecture === 1 ? "its" : "their"} own not counted among the findings.`,
    );
  }
  if (totals.withGaps > 0) parts.push(`${plural(totals.withGaps, "review")} with gaps in the source.`);
  return parts.join(" ");
}

function activityChart({ activity: { unit, buckets } }: ArchiveView): SafeHtml | undefined {
  if (buckets.length < 2) return undefined;
  const sizes = buckets.map(({ kept }) => kept.critical + kept.important + kept.suggestion);
  const top = Math.max(1, ...sizes);
  const every = Math.ceil(buckets.length / 5);
  const chart = columnChart({
    title: `Kept findings per ${unit}`,
    desc: `From ${startName(unit, buckets[0])} to ${startName(unit, buckets.at(-1))}; the most in one ${unit}: ${top}.`,
    height: 112,
    top,
    columns: buckets.map((bucket, index) => ({
      title: `${unit === "week" ? "Week of " : ""}${startName(unit, bucket)}: ${plural(bucket.reviews, "review")}, ${plural(sizes[index] ?? 0, "finding")}`,
      label: sizes[index] === top ? String(top) : undefined,
      tick: index % every === 0 && index < buckets.length - 1 ? startName(unit, bucket) : undefined,
      pieces: SEVERITIES.toReversed().map((severity) => ({
        value: bucket.kept[severity],
        tint: severity,
        look: "full" as const,
      })),
    })),
  });
  return html`<figure class="activity">${chart}<figcaption class="muted small">Kept findings per ${unit}, by severity</figcaption></figure>`;
}

function startName(unit: "week" | "month", bucket: ActivityBucket | undefined): string {
  if (bucket === undefined) return "";
  return unit === "week" ? shortDay(bucket.start) : monthName(bucket.start);
}
