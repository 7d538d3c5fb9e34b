import type { ArchiveView, TrackRecord } from "#model/archive.ts";
import { html, type SafeHtml } from "../html/escape.ts";
import { renderPage } from "../html/page.ts";
import { reviewerName } from "../html/reviewer-color.ts";
import { keptRate, rateOnly } from "./figures/rates.ts";
import { durations } from "./figures/durations.ts";
import { figureCard } from "./figures/figure-card.ts";
import { severityInflation } from "./figures/inflation.ts";
import { byModel } from "./figures/models.ts";
import { uniqueFinds } from "./figures/unique-finds.ts";
import { REVIEWERS_CSS, SITE_CSS } from "./site-css.ts";
import { siteFrame } from "./site-frame.ts";
import { dayRange, roughDuration } from "../words.ts";
import { quantile } from "../charts/numbers.ts";
import { plural } from "#util/words.ts";

/** The page about the reviewers over the whole archive: a list with their numbers, then charts. */
export function renderReviewers(view: ArchiveView): string {
  return renderPage({
    title: "Deep Review: reviewers",
    body: siteFrame("reviewers.html", view.reviewers.length === 0 ? nothing() : content(view)),
    extraCss: `${SITE_CSS}${REVIEWERS_CSS}`,
  });
}

const FIGURES: readonly ((view: ArchiveView) => Parameters<typeof figureCard>[0] | undefined)[] = [
  keptRate,
  uniqueFinds,
  severityInflation,
  durations,
  byModel,
];

function content(view: ArchiveView): SafeHtml {
  const { totals, reviewers } = view;
  const figures = FIGURES.flatMap((figure) => figure(view) ?? []);
  const when = totals.from !== undefined && totals.to !== undefined ? `, ${dayRange(totals.from, totals.to)}` : "";
  const left = totals.architecture > 0 ? `, without ${plural(totals.architecture, "architecture review")}` : "";
  return html`<h1>Reviewers</h1><p class="muted" data-part="archive">${plural(reviewers.length, "reviewer")} over ${plural(totals.changes, "review")} of changes${left}${when}. What a report does not state is left out of both numbers of a rate.</p>
${reviewerList(view)}
<div class="figures">${figures.map(figureCard)}</div>`;
}

function nothing(): SafeHtml {
  return html`<h1>Reviewers</h1><p class="empty">No review in this archive names a reviewer yet.</p>`;
}

/** A line for each reviewer: the most important figures, each with its base. */
export function reviewerList({ reviewers }: ArchiveView): SafeHtml {
  return html`<ul class="reviewer-list">${reviewers.map(row)}</ul>`;
}

function row({ name, overall, byModel: models, reviewer }: TrackRecord): SafeHtml {
  const { raised, kept, routed, dropped, refuted, downgraded, alone, keptBesideOthers: shared } = overall;
  const middle = quantile(overall.durations, 0.5);
  const share = shareOf(overall.withRaw > 0);
  const left = [...(routed > 0 ? [`${routed} moved`] : []), ...(dropped > 0 ? [`${dropped} dropped`] : [])];
  const figures: readonly [string, string | number, string][] = [
    ["reviews", overall.reviews, overall.failed > 0 ? `${overall.failed} failed` : ""],
    ["raised", overall.withRaw > 0 ? raised.all : "unknown", left.join(", ")],
    ["kept", ...share(kept, raised.all, "raised")],
    ["found alone", ...share(alone.all, shared, shared === kept ? "kept" : "kept beside others")],
    ["refuted", ...share(refuted, raised.all, "raised")],
    ["rated too high", ...share(downgraded, kept, "kept")],
    [
      "median time",
      middle === undefined ? "unknown" : roughDuration(middle),
      `${plural(overall.durations.length, "review")} timed`,
    ],
  ];
  return html`<li data-part="reviewer" data-reviewer="${reviewer}"><h2><span data-words>${reviewerName(reviewer, name)}</span><span class="muted small" data-words>${models.flatMap(({ model }) => model ?? []).join(", ")}</span></h2>
<dl>${figures.map(([term, value, base]) => html`<div><dt>${term}</dt><dd>${value} <span class="muted">${base}</span></dd></div>`)}</dl></li>`;
}

/** A rate and its base. Where the raw reviews are known, an empty base is none, not unknown. */
function shareOf(isKnown: boolean): (part: number, whole: number, what: string) => [string, string] {
  return (part, whole, what) => {
    if (whole > 0) return [rateOnly(part, whole), `${part} of ${whole} ${what}`];
    return isKnown ? ["–", `none ${what}`] : ["unknown", ""];
  };
}
