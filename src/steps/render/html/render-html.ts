import type { Report } from "#model/report.ts";
import { createContext, type PageNeighbours, type PageBlock } from "./context.ts";
import { html, type SafeHtml } from "./escape.ts";
import { renderPage } from "./page.ts";
import { accountParts } from "./parts/account.ts";
import { readParts } from "./parts/reading.ts";
import { earlierParts } from "./parts/earlier.ts";
import { gateParts } from "./parts/gates.ts";
import { probeParts } from "./parts/probe.ts";
import { otherFindingParts, renderList } from "./parts/list.ts";
import { gapParts, assessmentParts, renderSummary } from "./parts/prose.ts";
import { aboutParts, renderHeading, renderTopBar, reportTitle } from "./parts/header.ts";
import { rawReviewParts } from "./parts/raw-reviews.ts";
import { reviewerParts } from "./parts/reviewers.ts";
import { roundParts } from "./parts/rounds.ts";
import { unseenParts } from "./parts/unseen.ts";
import { renderVerdict } from "./parts/verdict.ts";
import { cardCss } from "./style/card-css.ts";
import { readingCss, reportCss } from "./style/report-css.ts";
import { reportScript } from "./script/report-script.ts";
import { truncate } from "#util/words.ts";

/**
 * A report as one self-contained page: nothing is loaded, nothing untrusted runs, and it works from disk. The answer
 * comes first: verdict, list of findings, summary. Everything else is folded below.
 */
export function renderHtml(report: Report, neighbours?: PageNeighbours): string {
  const context = createContext(report, neighbours);
  const verdict = renderVerdict(context);
  const list = renderList(context);
  const summary = renderSummary(context);
  const parts = [
    ...otherFindingParts(context),
    ...earlierParts(context),
    ...assessmentParts(context),
    ...gateParts(context),
    ...probeParts(context),
    ...reviewerParts(context),
    ...readParts(context),
    ...unseenParts(context),
    ...roundParts(context),
    ...accountParts(context),
    ...gapParts(context),
    ...rawReviewParts(context),
    ...aboutParts(context),
  ];
  const body = html`${renderTopBar(context)}
<main id="main">
${renderHeading(context)}
${verdict}
${list}
${summary}
<div class="parts">${parts.map(renderPart)}</div>
</main>`;
  return renderPage({
    title: `${truncate(reportTitle(report), 200)} · Deep Review`,
    body,
    script: reportScript,
    extraCss: CSS,
  });
}

const CSS = `${reportCss}\n${cardCss}\n${readingCss}`;

/** The id is inside the fold, so that a browser opens it for a link without any script. */
function renderPart({ id, title, count, gist, content }: PageBlock): SafeHtml {
  return html`<details class="part" data-part="${id}"><summary><h2>${title}${count !== undefined && html` <span class="n" data-count="${id}">${count}</span>`}</h2> <span class="gist">${gist}</span></summary><div class="part-body" id="${id}">
${content}
</div></details>
`;
}
