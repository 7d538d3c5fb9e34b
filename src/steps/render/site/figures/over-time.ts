import type { ArchiveView, Tally, TrackRecord } from "#model/archive.ts";
import { html, type SafeHtml } from "../../html/escape.ts";
import { reviewerColor } from "../../html/reviewer-color.ts";
import { type Column, columnChart } from "../../charts/columns.ts";
import { lineChart, type Point } from "../../charts/lines.ts";
import { quantile } from "../../charts/numbers.ts";
import { day, roughDuration, monthName, percent, rate } from "../../words.ts";
import { type ChartFigure, reviewerLabel } from "./figure-card.ts";
import { rawBase } from "./rates.ts";
import { plural } from "#util/words.ts";

/** The kept rate month by month, a small chart per reviewer. */
export function keptByMonth(view: ArchiveView): ChartFigure {
  return {
    id: "months",
    title: "Kept, month by month",
    reading: monthReading(view.reviewers),
    chart: html`<div class="multiples">${view.reviewers.map((record) => monthChart(record, view.months))}</div>`,
    base: `Hollow points are based on fewer than ${MIN_FINDINGS} findings. ${rawBase(view)}`,
    table: {
      columns: ["Reviewer, month", "Reviews", "Raised", "Kept", "Kept rate", "Refuted", "Median time"],
      rows: view.reviewers.flatMap(({ name, byMonth }) =>
        byMonth.map(({ month, tally }) => ({ name: `${name}, ${monthName(month)}`, cells: tallyCells(tally) })),
      ),
    },
    wide: true,
  };
}

/** What was raised and kept review by review, in time order. */
export function reviewByReview(view: ArchiveView): ChartFigure {
  const top = Math.max(
    1,
    ...view.reviewers.flatMap(({ byReview }) => byReview.slice(-MAX_COUNT).map(({ raised }) => raised ?? 0)),
  );
  return {
    id: "reviews",
    title: "Review by review",
    reading: volumeReading(view.reviewers),
    chart: html`<div class="multiples">${view.reviewers.map((record) => reviewChart(record, top))}</div>`,
    base: `Each column is a review, oldest first: full colour kept, light moved or dropped; × failed; a gap means that the raw text is missing.${
      view.totals.changes > MAX_COUNT ? ` The last ${MAX_COUNT} of each reviewer are drawn.` : ""
    }`,
    table: {
      columns: ["Reviewer, model", "Reviews", "Raised", "Kept", "Kept rate", "Refuted", "Median time"],
      rows: view.reviewers.flatMap(({ name, byModel }) =>
        byModel.map(({ model, tally }) => ({
          name: `${name}, ${model ?? "model not said"}`,
          cells: tallyCells(tally),
        })),
      ),
    },
    wide: true,
  };
}

/** Below this a rate is unreliable: one more finding changes it by ten points. */
const MIN_FINDINGS = 10;
/** More columns would be too thin to see. */
const MAX_COUNT = 90;

function tallyCells({ reviews, raised, kept, falsePositives, durations }: Tally): (string | number)[] {
  const middle = quantile(durations, 0.5);
  return [
    reviews,
    raised.all,
    kept,
    raised.all > 0 ? percent(kept / raised.all) : "unknown",
    falsePositives,
    middle === undefined ? "unknown" : roughDuration(middle),
  ];
}

function monthChart(record: TrackRecord, months: readonly string[]): SafeHtml {
  const tallies = new Map(record.byMonth.map(({ month, tally }) => [month, tally]));
  const points = months.map((month): Point => {
    const tally = tallies.get(month);
    const raised = tally?.raised.all ?? 0;
    const kept = tally?.kept ?? 0;
    const [name = month, year = ""] = monthName(month).split(" ");
    return {
      share: raised > 0 ? kept / raised : undefined,
      label: raised > 0 ? percent(kept / raised) : "",
      tick: months.length > 7 || month.endsWith("-01") ? `${name} ${year.slice(2)}` : name,
      title: `${record.name}, ${monthName(month)}: ${rate(kept, raised)} kept`,
      weak: raised < MIN_FINDINGS,
    };
  });
  const chart = lineChart({
    title: `${record.name}: kept rate by month`,
    desc: points.flatMap(({ share, title }) => (share === undefined ? [] : title)).join("; "),
    tint: reviewerColor(record.reviewer),
    points,
    scale: ["0", "50 %", "100 %"],
  });
  return html`<div class="multiple"><h3>${reviewerLabel(record)}</h3>${chart}</div>`;
}

function monthReading(records: readonly TrackRecord[]): string {
  const changes = records.flatMap(({ name, byMonth }) => {
    const firm = byMonth.filter(({ tally }) => tally.raised.all >= MIN_FINDINGS);
    const [first] = firm;
    const last = firm.at(-1);
    if (first === undefined || last === undefined || first === last) return [];
    return [
      `${name} from ${keptShare(first.tally)} in ${monthName(first.month)} to ${keptShare(last.tally)} in ${monthName(last.month)}`,
    ];
  });
  return changes.length === 0
    ? "There are not yet two months with enough findings to compare."
    : `${changes.join("; ")}.`;
}

function keptShare({ kept, raised }: Tally): string {
  return percent(kept / raised.all);
}

function reviewChart(record: TrackRecord, top: number): SafeHtml {
  const tint = reviewerColor(record.reviewer);
  const columns = record.byReview.slice(-MAX_COUNT).map(({ review, startedAt, outcome, raised, kept }): Column => {
    const when = startedAt === undefined ? "" : `, ${day(startedAt)}`;
    const known = raised !== undefined && kept !== undefined;
    const said = known ? `${kept} of ${raised} kept` : outcome === "failed" ? "failed" : "raw text missing";
    return {
      title: `${review}${when}: ${said}`,
      cross: outcome === "failed",
      pieces: known
        ? [
            { value: kept, tint, look: "full" },
            { value: raised - kept, tint, look: "light" },
          ]
        : [],
    };
  });
  const chart = columnChart({
    title: `${record.name}: findings raised and kept in ${plural(columns.length, "review")}`,
    desc: `${record.overall.kept} of ${record.overall.raised.all} kept over all.`,
    columns,
    top,
    height: 92,
  });
  return html`<div class="multiple"><h3>${reviewerLabel(record)} <span class="muted small">${perReview(record)}</span></h3>${chart}</div>`;
}

function perReview({ overall }: TrackRecord): string {
  return overall.withRaw === 0
    ? "nothing known"
    : `${(overall.raised.all / overall.withRaw).toFixed(1)} raised per review`;
}

function volumeReading(records: readonly TrackRecord[]): string {
  const known = records
    .filter(({ overall }) => overall.withRaw > 0)
    .toSorted((a, b) => b.overall.raised.all / b.overall.withRaw - a.overall.raised.all / a.overall.withRaw);
  if (known.length === 0) return "There are no raw reviews.";
  const each = known.map(({ name, overall }) => `${name} ${(overall.raised.all / overall.withRaw).toFixed(1)}`);
  return `Findings raised per review, on average: ${each.join(", ")}.`;
}
