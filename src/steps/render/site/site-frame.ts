import { html, type SafeHtml } from "../html/escape.ts";
import { topBar } from "../html/top-bar.ts";

/** The two pages over many reviews, by their file names in the site. */
export type SitePage = "index.html" | "reviewers.html";

/** The header with links between the pages, and the footer. */
export function siteFrame(current: SitePage, content: SafeHtml): SafeHtml {
  const trail = html`${pageLink("index.html", "Reviews", current)}${pageLink("reviewers.html", "Reviewers", current)}`;
  return html`${topBar({ label: "Site", trail })}
<main id="main" class="sheet" tabindex="-1">${content}</main>
<footer class="foot">Every number on this page is computed from the records of the reviews.</footer>`;
}

/** The address of a review's page, relative to the site's pages. */
export function reviewHref(id: string, anchor = ""): string {
  // A lone surrogate cannot be encoded, and no file has such a name.
  const name = id.replaceAll(/\p{Surrogate}/gu, "\uFFFD");
  return `reviews/${encodeURIComponent(name)}.html${anchor === "" ? "" : `#${encodeURIComponent(anchor)}`}`;
}

function pageLink(page: SitePage, name: string, current: SitePage): SafeHtml {
  return page === current
    ? html`<a href="${page}" aria-current="page">${name}</a>`
    : html`<a href="${page}">${name}</a>`;
}
