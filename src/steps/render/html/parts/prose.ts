import type { ReportSection } from "#model/report.ts";
import { truncate } from "#util/words.ts";
import type { PageContext, PageBlock } from "../context.ts";
import { html, type HtmlValue } from "../escape.ts";
import { renderRemarks } from "./remarks.ts";

/** The report's summary, which stands before the findings. */
export function summaryParts(context: PageContext): PageBlock[] {
  return context.report.sections.filter(({ key }) => key === "summary").map((section) => prosePart(context, section));
}

/** Design, testing, documentation and what else the report says, in its own order. */
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
  if (observations.length === 0) return html`<p class="muted">Nothing is said here.</p>`;
  return html`<ul>${observations.map(({ kind, text, credits }) => html`<li><strong>${kind}</strong>: ${context.inline(text)}${credits.length > 0 && html` <span class="muted">${credits.map(context.nameOf).join(", ")}</span>`}</li>`)}</ul>`;
}
