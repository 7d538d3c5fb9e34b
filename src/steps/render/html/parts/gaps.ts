import { plural } from "#util/words.ts";
import type { PageContext, PageBlock } from "../context.ts";
import { html } from "../escape.ts";

/** What the source lacks, and text that found no place. Shown, so that nothing is lost in silence. */
export function gapParts(context: PageContext): PageBlock[] {
  const { gaps, unplaced } = context.report.review;
  if (gaps.length === 0 && unplaced.length === 0) return [];
  const content = html`${gaps.length > 0 && html`<ul>${gaps.map((gap) => html`<li>${context.inline(gap)}</li>`)}</ul>`}${
    unplaced.length > 0 &&
    html`<details class="fold"><summary>${plural(unplaced.length, "passage")} without a place</summary>${unplaced.map(
      ({ reviewer, line, why, text }) =>
        html`<div class="unplaced"><p class="muted small">${reviewer === undefined ? "The report" : context.nameOf(reviewer)}, line ${line}: ${why}</p><div class="prose">${context.markdown(text, 3)}</div></div>`,
    )}</details>`
  }`;
  return [{ id: "gaps", title: "Gaps", count: gaps.length + unplaced.length, content }];
}
