import type { ArchiveView, Choice, Series } from "#model/archive.ts";
import { html, type SafeHtml } from "../html/escape.ts";
import { renderPage } from "../html/page.ts";
import { archiveHead } from "./archive-head.ts";
import { INDEX_SCRIPT } from "./index-script.ts";
import { seriesCard } from "./series-card.ts";
import { INDEX_CSS, SITE_CSS } from "./site-css.ts";
import { siteFrame } from "./site-frame.ts";
import { SEVERITIES } from "#model/severity.ts";
import { monthName } from "../words.ts";

/** The page over all reviews of an archive: what was reviewed, its rounds, and how to find one. */
export function renderIndex(view: ArchiveView): string {
  const context = { namesRepository: view.totals.repositories.length > 1 };
  const sections = GROUPS.map(({ title, kinds }) =>
    section({ title, context, series: view.series.filter(({ kind }) => kinds.includes(kind)) }),
  );
  const content = html`${archiveHead(view)}
${
  view.series.length === 0
    ? html`<p class="empty">There is no review in this archive yet. <code>deep-review import</code> reads existing reports into it.</p>`
    : html`${indexFilters(view)}<div id="reviews">${sections}</div><p class="empty" id="no-match" hidden>No review matches. <button type="button" class="button" data-reset>Show all</button></p>`
}`;
  return renderPage({
    title: "Deep Review: all reviews",
    body: siteFrame("index.html", content),
    script: INDEX_SCRIPT,
    extraCss: `${SITE_CSS}${INDEX_CSS}`,
  });
}

const GROUPS: readonly { readonly title: string; readonly kinds: readonly Series["kind"][] }[] = [
  { title: "Pull requests", kinds: ["pull-request"] },
  { title: "Branches", kinds: ["branch"] },
  { title: "Other reviews", kinds: ["architecture", "other"] },
];

interface Group {
  readonly title: string;
  readonly series: readonly Series[];
  readonly context: Parameters<typeof seriesCard>[1];
}

function section({ title, series, context }: Group): SafeHtml | undefined {
  if (series.length === 0) return undefined;
  return html`<section class="group" data-group data-part="group"><h2>${title} <span class="group-count" data-group-count>${series.length}</span></h2>
<div class="series-list" data-list>${series.map((one) => seriesCard(one, context))}</div></section>`;
}

/** The bar for search, filters and sorting, as far as there is something to choose. Hidden without JavaScript. */
export function indexFilters(view: ArchiveView): SafeHtml | undefined {
  if (view.totals.reviews < 2) return undefined;
  const severities = SEVERITIES.filter((severity) =>
    view.series.some(({ rounds }) => rounds.some(({ digest }) => digest.counts.kept[severity] > 0)),
  );
  const fields = [
    select("verdict", "Verdict", view.choices.verdicts.map(counted)),
    select("author", "Author", view.choices.authors.map(counted)),
    select("reviewer", "Reviewer", view.choices.reviewers.map(counted)),
    select(
      "severity",
      "Severity",
      severities.map((severity) => ({ value: severity, text: severity })),
    ),
    select(
      "month",
      "Month",
      view.months.map((month) => ({ value: month, text: monthName(month) })),
    ),
    view.series.length > 1 && sortField(),
  ];
  return html`<form class="filters needs-js" id="filters" data-part="filters" role="search" aria-label="Find a review">
<label class="search"><span class="visually-hidden">Search</span><input type="search" name="q" placeholder="Search number, title, author, finding" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"><kbd aria-hidden="true">/</kbd></label>
${fields.some((field) => field !== undefined && field !== false) && html`<details class="filter-more" data-filter-more><summary>Filter<span data-active-note></span></summary><div class="filter-fields">${fields}</div></details>`}
<button type="button" class="button" data-reset hidden>Clear</button>
<output class="match-count" data-match-count aria-live="polite"></output>
</form>`;
}

interface Option {
  readonly value: string;
  readonly text: string;
}

const counted = ({ value, name, reviews }: Choice): Option => ({ value, text: `${name} (${reviews})` });

/** A list to choose from; nothing where there is no choice. */
function select(name: string, label: string, options: readonly Option[]): SafeHtml | undefined {
  if (options.length < 2) return undefined;
  return html`<select name="${name}" aria-label="${label}"><option value="">${label}</option>${options.map(
    ({ value, text }) => html`<option value="${value}">${text}</option>`,
  )}</select>`;
}

function sortField(): SafeHtml {
  return html`<select name="sort" aria-label="Sort"><option value="">Latest first</option><option value="oldest">Oldest first</option><option value="number">By number</option><option value="rounds">Most rounds</option><option value="findings">Most findings</option></select>`;
}
