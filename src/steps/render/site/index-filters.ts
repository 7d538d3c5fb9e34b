import type { ArchiveView } from "#model/archive.ts";
import { SEVERITIES } from "#model/severity.ts";
import { html, type SafeHtml } from "../html/escape.ts";

/** The bar to search, filter and sort with. Without JavaScript it is not shown, and the page shows everything. */
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
