import type { ArchiveView, TrackRecord } from "#model/archive.ts";
import { html, type SafeHtml } from "../html/escape.ts";
import { renderPage } from "../html/page.ts";
import { mergedShare, locationAccuracy, coverageMisses, failures, falsePositives, keptRate } from "./figures/rates.ts";
import { dropReasons } from "./figures/drops.ts";
import { durations, toolCalls } from "./figures/durations.ts";
import { figureCard } from "./figures/figure-card.ts";
import { severityInflation } from "./figures/inflation.ts";
import { overlap } from "./figures/overlap.ts";
import { keptByMonth, reviewByReview } from "./figures/over-time.ts";
import { uniqueFinds } from "./figures/unique-finds.ts";
import { REVIEWERS_CSS, SITE_CSS } from "./site-css.ts";
import { siteFrame } from "./site-frame.ts";
import { dayRange, roughDuration, percent } from "../words.ts";
import { reviewerColor } from "../html/reviewer-color.ts";
import { quantile } from "../charts/numbers.ts";
import { plural } from "#util/words.ts";

/** The page about the reviewers over the whole archive, in charts with their numbers. */
export function renderReviewers(view: ArchiveView): string {
  return renderPage({
    title: "Deep Review: reviewers",
    body: siteFrame("reviewers.html", view.reviewers.length === 0 ? nothing() : content(view)),
    extraCss: `${SITE_CSS}${REVIEWERS_CSS}`,
  });
}

const FIGURES: readonly ((view: ArchiveView) => Parameters<typeof figureCard>[0])[] = [
  keptRate,
  uniqueFinds,
  mergedShare,
  severityInflation,
  falsePositives,
  dropReasons,
  durations,
  keptByMonth,
  reviewByReview,
  overlap,
  coverageMisses,
  locationAccuracy,
  failures,
  toolCalls,
];

function content(view: ArchiveView): SafeHtml {
  const { totals, reviewers } = view;
  const figures = FIGURES.map((figure) => figure(view));
  const when = totals.from !== undefined && totals.to !== undefined ? `, ${dayRange(totals.from, totals.to)}` : "";
  const left =
    totals.architecture > 0
      ? ` ${plural(totals.architecture, "architecture review")} with a scale of ${totals.architecture === 1 ? "its" : "their"} own left out.`
      : "";
  return html`<h1>Reviewers</h1><p class="muted">${plural(reviewers.length, "reviewer")} over ${plural(totals.changes, "review")} of changes${when}.${left} What a report does not state is unknown and left out of both numbers of a rate.</p>
${reviewerCards(view)}
<nav class="jump" aria-label="Charts">${figures.map(({ id, title }) => html`<a href="#${id}">${title}</a>`)}</nav>
<div class="figures">${figures.map(figureCard)}</div>`;
}

function nothing(): SafeHtml {
  return html`<h1>Reviewers</h1><p class="empty">No review in this archive names a reviewer yet.</p>`;
}

/** One card per reviewer: the five most important figures, each with its base. */
export function reviewerCards({ reviewers }: ArchiveView): SafeHtml {
  return html`<div class="reviewer-cards">${reviewers.map(card)}</div>`;
}

function card(record: TrackRecord): SafeHtml {
  const { name, overall, byModel, reviewer } = record;
  const models = byModel.flatMap(({ model }) => model ?? []);
  const middle = quantile(overall.durations, 0.5);
  const figures = [
    {
      href: "#kept",
      value: shareOf(overall.kept, overall.raised.all),
      name: "kept",
      base: baseOf(overall.kept, overall.raised.all, "raised"),
    },
    {
      href: "#unique",
      value: shareOf(overall.alone.all, overall.standsBehind.all),
      name: "found alone",
      base: baseOf(overall.alone.all, overall.standsBehind.all, "kept"),
    },
    {
      href: "#false-positives",
      value: shareOf(overall.falsePositives, overall.raised.all),
      name: "refuted",
      base: baseOf(overall.falsePositives, overall.raised.all, "raised"),
    },
    {
      href: "#durations",
      value: middle === undefined ? "unknown" : roughDuration(middle),
      name: "median time",
      base: `${plural(overall.durations.length, "review")} timed`,
    },
  ];
  return html`<article class="reviewer-card ${reviewerColor(reviewer)}"><h2>${name}</h2><p class="muted small">${[plural(overall.reviews, "review"), overall.failed > 0 && `${overall.failed} failed`, models.length > 0 && models.join(", ")].filter((part) => part !== false).join(" · ")}</p>
<dl>${figures.map((figure) => html`<div><dt><a href="${figure.href}">${figure.name}</a></dt><dd>${figure.value}<span class="muted">${figure.base}</span></dd></div>`)}</dl></article>`;
}

function shareOf(part: number, whole: number): string {
  return whole > 0 ? percent(part / whole) : "unknown";
}

function baseOf(part: number, whole: number, what: string): string {
  return whole > 0 ? `${part} of ${whole} ${what}` : "no base";
}
