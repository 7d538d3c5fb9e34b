import type { ReportSection } from "#model/report.ts";
import { type PageContext, type PageBlock, rawAnchor } from "../context.ts";
import { html, type HtmlValue, type SafeHtml } from "../escape.ts";
import type { SectionRemark } from "#model/assessment.ts";
import type { ReviewerId } from "#model/ids.ts";
import { reviewerColor } from "../reviewer-color.ts";
import { markdownToHtml } from "../text/markdown.ts";
import { plural, truncate } from "#util/words.ts";

/** The report's summary, shown before the findings. */
export function summaryParts(context: PageContext): PageBlock[] {
  return context.report.sections.filter(({ key }) => key === "summary").map((section) => prosePart(context, section));
}

/** Design, testing, documentation and all other sections, in the report's order. */
export function assessmentParts(context: PageContext): PageBlock[] {
  return context.report.sections.filter(({ key }) => key !== "summary").map((section) => prosePart(context, section));
}

function prosePart(context: PageContext, section: ReportSection): PageBlock {
  return {
    id: context.slugs.take(section.title),
    title: truncate(section.title, 120),
    content: prose(context, section),
  };
}

function prose(context: PageContext, { text, observations, remarks }: ReportSection): HtmlValue {
  if (remarks !== undefined && remarks.length > 0) return renderRemarks(context, remarks);
  if (text.trim() !== "") return html`<div class="prose">${context.markdown(text, 3)}</div>`;
  if (observations.length === 0) return html`<p class="muted">This section is empty.</p>`;
  return html`<ul>${observations.map(({ kind, text, credits }) => html`<li><strong>${kind}</strong>: ${context.inline(text)}${credits.length > 0 && html` <span class="muted">${credits.map(context.nameOf).join(", ")}</span>`}</li>`)}</ul>`;
}

/** Merged remarks under the headings of their groups, each with its reviewers and their sources. */
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

/** Labels in a remark are its author's: they link to the raw findings, not to the cards of this report. */
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

/** What the source lacks, and text that could not be placed. */
export function gapParts(context: PageContext): PageBlock[] {
  const { gaps, unplaced } = context.report.review;
  if (gaps.length === 0 && unplaced.length === 0) return [];
  const content = html`${gaps.length > 0 && html`<ul>${gaps.map((gap) => html`<li>${context.inline(gap)}</li>`)}</ul>`}${
    unplaced.length > 0 &&
    html`<details class="fold"><summary>${plural(unplaced.length, "passage")} that could not be placed</summary>${unplaced.map(
      ({ reviewer, line, why, text }) =>
        html`<div class="unplaced"><p class="muted small">${reviewer === undefined ? "The report" : context.nameOf(reviewer)}, line ${line}: ${why}</p><div class="prose">${context.markdown(text, 3)}</div></div>`,
    )}</details>`
  }`;
  return [{ id: "gaps", title: "Gaps", count: gaps.length + unplaced.length, content }];
}
