import { truncate } from "#util/words.ts";
import type { PageContext, PageBlock } from "../context.ts";
import { html, type SafeHtml } from "../escape.ts";

/** The table of contents: a column beside the page where there is room, a fold at its head elsewhere. */
export function renderToc(context: PageContext, parts: readonly PageBlock[]): SafeHtml {
  return html`<nav class="toc" id="toc" aria-label="Contents"><details open><summary>Contents</summary><ol>
<li><a href="#verdict">Verdict</a></li>
${parts.map(
  ({ id, title, count }) =>
    html`<li><a href="#${id}">${title}${count !== undefined && html` <span class="n">${count}</span>`}</a>${findingList(context, id)}</li>`,
)}
</ol><p class="keys needs-js muted"><kbd>/</kbd> filter by text<br><kbd>j</kbd> <kbd>k</kbd> next, previous<br><kbd>Esc</kbd> clear</p></details></nav>`;
}

/** Below a severity its findings, by id. */
function findingList({ report }: PageContext, part: string): SafeHtml | undefined {
  const own = report.kept.filter(({ severity }) => severity === part);
  if (own.length === 0) return undefined;
  return html`<div class="ids">${own.map(({ id, title }) => html`<a href="#${id}" class="${part}" title="${truncate(title, 200)}">${id}</a> `)}</div>`;
}
