import type { ArchiveView, Series } from "#model/archive.ts";
import { html, type SafeHtml } from "../html/escape.ts";
import { renderPage } from "../html/page.ts";
import { archiveHead } from "./archive-head.ts";
import { INDEX_SCRIPT } from "./index-script.ts";
import { seriesCard, type SeriesContext } from "./series-card.ts";
import { INDEX_CSS, SITE_CSS } from "./site-css.ts";
import { siteFrame } from "./site-frame.ts";
import { SEVERITIES } from "#model/severity.ts";

/** The page over all reviews of an archive: what was reviewed, its rounds, and how to find one. */
export function renderIndex(view: ArchiveView): string {
  const highest = Math.max(
    1,
    ...view.series.flatMap(({ rounds }) => rounds.map(({ digest }) => digest.counts.kept.all)),
  );
  const context = { highest, namesRepository: view.totals.repositories.length > 1 };
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
  readonly context: SeriesContext;
}

function section({ title, series, context }: Group): SafeHtml | undefined {
  if (series.length === 0) return undefined;
  return html`<section class="group" data-group><h2>${title} <span class="group-count" data-group-count>${series.length}</span></h2>
<div class="series-list" data-list>${series.map((one) => seriesCard(one, context))}</div></section>`;
}

/** The bar for search, filters and sorting. Hidden without JavaScript. */
export function indexFilters(view: ArchiveView): SafeHtml {
  const { from, to } = view.totals;
  return html`<form class="filters needs-js" id="filters" role="search" aria-label="Find a review">
<div class="filter-main"><label class="search"><span class="visually-hidden">Search</span><input type="search" name="q" placeholder="Search: number, title, author, finding" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"><kbd aria-hidden="true">/</kbd></label><output class="match-count" data-match-count aria-live="polite"></output></div>
<details class="filter-more" data-filter-more><summary>Filter and sort<span data-active-note></span></summary><div class="filter-fields">
${select(
  "verdict",
  "Verdict",
  view.verdicts.map(({ phrase, reviews }) => ({ value: phrase, text: `${phrase} (${reviews})` })),
)}
${select(
  "author",
  "Author",
  view.authors.map(({ login, reviews }) => ({ value: login, text: `${login} (${reviews})` })),
)}
${select(
  "reviewer",
  "Reviewer",
  view.reviewers.map(({ reviewer, name, overall }) => ({ value: reviewer, text: `${name} (${overall.reviews})` })),
)}
${select(
  "severity",
  "Has a finding",
  SEVERITIES.map((severity) => ({ value: severity, text: severity })),
)}
<label>From<input type="date" name="from" min="${from?.slice(0, 10) ?? ""}" max="${to?.slice(0, 10) ?? ""}"></label>
<label>To<input type="date" name="to" min="${from?.slice(0, 10) ?? ""}" max="${to?.slice(0, 10) ?? ""}"></label>
${sortField()}
<button type="button" class="button" data-reset>Clear</button></div></details>
</form>`;
}

interface Option {
  readonly value: string;
  readonly text: string;
}

function select(name: string, label: string, options: readonly Option[]): SafeHtml {
  return html`<label>${label}<select name="${name}"><option value="">any</option>${options.map(
    ({ value, text }) => html`<option value="${value}">${text}</option>`,
  )}</select></label>`;
}

function sortField(): SafeHtml {
  return html`<label>Sort<select name="sort"><option value="">latest first</option><option value="oldest">oldest first</option><option value="number">number</option><option value="rounds">most rounds</option><option value="findings">most findings</option></select></label>`;
}
