import type { Report } from "#model/report.ts";
import { createContext, type PageContext, type PageNeighbours, type PageBlock } from "./context.ts";
import { html, type SafeHtml } from "./escape.ts";
import { renderPage } from "./page.ts";
import { accountParts } from "./parts/account.ts";
import { coverageParts, readingParts } from "./parts/reading.ts";
import { earlierParts } from "./parts/earlier.ts";
import { renderFilterBar } from "./parts/filter-bar.ts";
import { findingParts } from "./parts/findings.ts";
import { gapParts, assessmentParts, summaryParts } from "./parts/prose.ts";
import { renderPageHeader, reportTitle } from "./parts/header.ts";
import { rawReviewParts } from "./parts/raw-reviews.ts";
import { retroParts } from "./parts/retro.ts";
import { roundParts } from "./parts/rounds.ts";
import { unseenParts } from "./parts/unseen.ts";
import { cardCss } from "./style/card-css.ts";
import { readingCss, roundsCss, reportCss } from "./style/report-css.ts";
import { reportScript } from "./script/report-script.ts";
import { heading } from "./text/markdown.ts";
import { truncate } from "#util/words.ts";

/** A report as one self-contained page: nothing is loaded, nothing untrusted runs, and it works from disk. */
export function renderHtml(report: Report, neighbours?: PageNeighbours): string {
  const context = createContext(report, neighbours);
  const summary = [...earlierParts(context), ...summaryParts(context)];
  const findings = findingParts(context);
  const rest = [
    ...readingParts(context),
    ...coverageParts(context),
    ...unseenParts(context),
    ...assessmentParts(context),
    ...retroParts(context),
    ...accountParts(context),
    ...roundParts(context),
    ...gapParts(context),
    ...rawReviewParts(context),
  ];
  const body = html`<div class="page">
${renderToc(context, [...summary, ...findings, ...rest])}
<main id="main">
${renderPageHeader(context)}
${summary.map(renderPart)}
<div class="findings">
${renderFilterBar(context)}
<div id="cards">${findings.map(renderPart)}<p class="nothing muted" hidden>No finding matches the filter.</p></div>
</div>
${rest.map(renderPart)}
<footer class="muted small">${footer(context)}</footer>
</main>
</div>`;
  return renderPage({
    title: `${truncate(reportTitle(report), 200)} · Deep Review`,
    body,
    script: reportScript,
    extraCss: CSS,
  });
}

const CSS = `${reportCss}\n${cardCss}\n${readingCss}\n${roundsCss}`;

function renderPart({ id, title, count, content }: PageBlock): SafeHtml {
  const words = html`${title}${count !== undefined && html` <span class="n">${count}</span>`}`;
  return html`<section class="part" aria-labelledby="${id}">${heading({ level: 2, id, content: words })}
${content}
</section>
`;
}

function footer({ report: { review, source } }: PageContext): string {
  return `${source.byline}. Review ${review.id}, record version ${review.schemaVersion}. Every count is computed from the ledger.`;
}

/** The table of contents: a column next to the page if there is room, else folded at the top. */
export function renderToc(context: PageContext, parts: readonly PageBlock[]): SafeHtml {
  return html`<nav class="toc" id="toc" aria-label="Contents"><details open><summary>Contents</summary><ol>
<li><a href="#verdict">Verdict</a></li>
${parts.map(
  ({ id, title, count }) =>
    html`<li><a href="#${id}">${title}${count !== undefined && html` <span class="n">${count}</span>`}</a>${findingList(context, id)}</li>`,
)}
</ol><p class="keys needs-js muted"><kbd>/</kbd> filter by text<br><kbd>j</kbd> <kbd>k</kbd> next, previous<br><kbd>Esc</kbd> clear</p></details></nav>`;
}

/** The findings of each severity, by id. */
function findingList({ report }: PageContext, part: string): SafeHtml | undefined {
  const own = report.kept.filter(({ severity }) => severity === part);
  if (own.length === 0) return undefined;
  return html`<div class="ids">${own.map(({ id, title }) => html`<a href="#${id}" class="${part}" title="${truncate(title, 200)}">${id}</a> `)}</div>`;
}
