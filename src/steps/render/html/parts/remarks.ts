import type { SectionRemark } from "#model/assessment.ts";
import type { ReviewerId } from "#model/ids.ts";
import { type PageContext, rawAnchor } from "../context.ts";
import { html, type HtmlValue, type SafeHtml } from "../escape.ts";
import { reviewerColor } from "../reviewer-color.ts";
import { markdownToHtml } from "../text/markdown.ts";

/** Merged remarks below the headings of their groups, each with everybody who makes the point and where they made it. */
export function renderRemarks(context: PageContext, remarks: readonly SectionRemark[]): HtmlValue {
  const groups = [...new Set(remarks.map(({ group }) => group))];
  return groups.map((group) => {
    const own = remarks.filter((remark) => remark.group === group);
    return html`${group !== "" && html`<h3>${group}</h3>`}<ul class="remarks">${own.map((remark) => item(context, remark))}</ul>`;
  });
}

function item(context: PageContext, { text, credits, sources, because }: SectionRemark): SafeHtml {
  return html`<li><div class="prose">${words(context, text, sources[0] ?? "")}</div><p class="small">${credits.map(
    (id) => who(context, id, sources),
  )}${because !== undefined && html`<span class="muted">${because}</span>`}</p></li>`;
}

/** Labels in a remark are those that its author gave: they lead to the raw findings, not to the cards of this report. */
function words(context: PageContext, text: string, source: string): SafeHtml {
  const author = source.slice(0, source.indexOf(":"));
  const own = new Map<string, string>();
  for (const { id, reviewer, label } of context.report.review.findings) {
    if (reviewer === author && !own.has(label)) own.set(label, rawAnchor(id));
  }
  const ids = { ...context.ids, own };
  return markdownToHtml(text, { slugs: context.slugs, ids, headingLevel: 4, permalink: () => undefined });
}

function who(context: PageContext, id: ReviewerId, sources: readonly string[]): SafeHtml {
  const own = sources.filter((source) => source.startsWith(`${id}:`)).map((source) => source.slice(id.length + 1));
  const title = `said in its review as ${own.join(", ")}`;
  return html`<a class="pill ${reviewerColor(id)}" href="#raw" title="${title}"><span class="dot"></span>${context.nameOf(id)} ${own.join(", ")}</a> `;
}
