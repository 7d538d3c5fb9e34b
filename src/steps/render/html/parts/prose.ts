import type { ReportSection } from "#model/report.ts";
import type { PageContext, PageBlock } from "../context.ts";
import { html, type HtmlValue, type SafeHtml } from "../escape.ts";
import type { SectionRemark } from "#model/assessment.ts";
import type { ReviewerId } from "#model/ids.ts";
import { reviewerName } from "../reviewer-color.ts";
import { rawLink } from "../text/id-links.ts";
import { heading } from "../text/markdown.ts";
import { listSome, plural, truncate } from "#util/words.ts";

/** The summary, if somebody wrote it: its first paragraph; the rest is folded. */
export function renderSummary(context: PageContext): HtmlValue {
  const { sections, source } = context.report;
  if (!source.hasWrittenSummary) return undefined;
  return sections
    .filter(({ key, text }) => key === "summary" && text.trim() !== "")
    .map(({ title, text }) => {
      const whole = text.trim();
      const [first] = /^(?!#).+?(?=\n\s*\n|$)/s.exec(whole) ?? [""];
      const rest = whole.slice(first.length).trim();
      return html`<section class="summary" data-part="summary"><h2>${truncate(title, 120)}</h2><div class="prose">${context.markdown(first, 3)}</div>${
        rest !== "" &&
        html`<details class="fold"><summary>The rest of the summary</summary><div class="prose">${context.markdown(rest, 3)}</div></details>`
      }</section>`;
    });
}

/** Design, testing, documentation and all other sections, in the report's order. */
export function assessmentParts(context: PageContext): PageBlock[] {
  const sections = context.report.sections.filter(({ key }) => key !== "summary");
  if (sections.length === 0) return [];
  const titles = sections.map(({ title }) => truncate(title, 60));
  const content = sections.map((section) => {
    const words = truncate(section.title, 120);
    return html`<section>${heading({ level: 3, id: context.slugs.take(section.title), content: words })}${prose(context, section)}</section>`;
  });
  return [{ id: "assessment", title: "Assessment", count: sections.length, gist: listSome(titles, 6), content }];
}

function prose(context: PageContext, { text, observations, remarks }: ReportSection): HtmlValue {
  if (remarks !== undefined && remarks.length > 0) return renderRemarks(context, remarks);
  if (text.trim() !== "") return html`<div class="prose">${context.markdown(text, 4)}</div>`;
  if (observations.length === 0) return html`<p class="muted">This section is empty.</p>`;
  return html`<ul>${observations.map(({ kind, text, credits }) => html`<li><strong>${kind}</strong>: ${context.inline(text)}${credits.length > 0 && html` <span class="muted">${credits.map(context.nameOf).join(", ")}</span>`}</li>`)}</ul>`;
}

/** Merged remarks under the headings of their groups, each with its reviewers and their sources. */
export function renderRemarks(context: PageContext, remarks: readonly SectionRemark[]): HtmlValue {
  const groups = [...new Set(remarks.map(({ group }) => group))];
  return groups.map((group) => {
    const own = remarks.filter((remark) => remark.group === group);
    return html`${group !== "" && html`<h4>${group}</h4>`}<ul class="remarks">${own.map((remark) => item(context, remark))}</ul>`;
  });
}

function item(context: PageContext, { text, credits, sources, because }: SectionRemark): SafeHtml {
  return html`<li><div class="prose">${context.quoted.markdown(text, 5)}</div><p class="small">${credits.map((id) =>
    who(context, id, sources),
  )}${because !== undefined && html`<span class="muted">${because}</span>`}</p></li>`;
}

function who(context: PageContext, id: ReviewerId, sources: readonly string[]): SafeHtml {
  const own = sources.filter((source) => source.startsWith(`${id}:`));
  return html`${reviewerName(id, context.nameOf(id))} ${own.map((source) => html`${rawLink("raw", source, "Said in its review")} `)}`;
}

/** What the source lacks, and text that could not be placed. */
export function gapParts(context: PageContext): PageBlock[] {
  const { gaps, unplaced } = context.report.review;
  if (gaps.length === 0 && unplaced.length === 0) return [];
  const content = html`${gaps.length > 0 && html`<ul>${gaps.map((gap) => html`<li>${context.inline(gap)}</li>`)}</ul>`}${
    unplaced.length > 0 &&
    html`<details class="fold"><summary>${plural(unplaced.length, "passage")} that could not be placed</summary>${unplaced.map(
      ({ reviewer, line, why, text }) =>
        html`<div class="unplaced"><p class="muted small">${reviewer === undefined ? "The report" : context.nameOf(reviewer)}, line ${line}: ${why}</p><div class="prose">${(reviewer === undefined ? context : context.quoted).markdown(text, 3)}</div></div>`,
    )}</details>`
  }`;
  const gist = [
    gaps.length === 1 ? truncate(gaps[0] ?? "", 120) : gaps.length > 0 && plural(gaps.length, "gap"),
    unplaced.length > 0 && `${plural(unplaced.length, "passage")} that could not be placed`,
  ];
  return [{ id: "gaps", title: "Gaps", gist: gist.filter(Boolean).join(", "), content }];
}
