import type { ArchiveView, Series } from "#model/archive.ts";
import { html, type SafeHtml } from "../html/escape.ts";
import { renderPage } from "../html/page.ts";
import { archiveHead } from "./archive-head.ts";
import { indexFilters } from "./index-filters.ts";
import { INDEX_SCRIPT } from "./index-script.ts";
import { seriesCard, type SeriesContext } from "./series-card.ts";
import { INDEX_CSS, SITE_CSS } from "./site-css.ts";
import { siteFrame } from "./site-frame.ts";

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
