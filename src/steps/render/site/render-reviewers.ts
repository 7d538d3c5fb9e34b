import type { ArchiveView } from "#model/archive.ts";
import { plural } from "#util/words.ts";
import { html, type SafeHtml } from "../html/escape.ts";
import { renderPage } from "../html/page.ts";
import { mergedShare } from "./figures/agreement.ts";
import { dropReasons } from "./figures/drops.ts";
import { durations, toolCalls } from "./figures/durations.ts";
import { figureCard } from "./figures/figure-card.ts";
import { severityInflation } from "./figures/inflation.ts";
import { locationAccuracy } from "./figures/locations.ts";
import { overlap } from "./figures/overlap.ts";
import { keptByMonth, reviewByReview } from "./figures/over-time.ts";
import { coverageMisses, failures, falsePositives, keptRate } from "./figures/rates.ts";
import { uniqueFinds } from "./figures/unique-finds.ts";
import { reviewerCards } from "./reviewer-cards.ts";
import { REVIEWERS_CSS } from "./reviewers-css.ts";
import { SITE_CSS } from "./site-css.ts";
import { siteFrame } from "./site-frame.ts";
import { dayRange } from "./words.ts";

/** The page about the reviewers: how much each was worth over the whole archive, in charts with their numbers. */
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
  return html`<h1>Reviewers</h1><p class="muted">${plural(reviewers.length, "reviewer")} over ${plural(totals.changes, "review")} of changes${when}.${left} What a report does not tell is unknown and stays out of both numbers of a rate.</p>
${reviewerCards(view)}
<nav class="jump" aria-label="Charts">${figures.map(({ id, title }) => html`<a href="#${id}">${title}</a>`)}</nav>
<div class="figures">${figures.map(figureCard)}</div>`;
}

function nothing(): SafeHtml {
  return html`<h1>Reviewers</h1><p class="empty">No review in this archive names a reviewer yet.</p>`;
}
