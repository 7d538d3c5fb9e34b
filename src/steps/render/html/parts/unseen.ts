import { UNSEEN_CAVEAT, type UnseenGroup } from "#model/history/report-history.ts";
import type { PageContext, PageBlock } from "../context.ts";
import { html, type SafeHtml } from "../escape.ts";

/** How many problems are probably unseen, with the numbers behind the estimate; or why there is none. */
export function unseenParts(context: PageContext): PageBlock[] {
  const { unseen } = context.report;
  if (unseen === undefined) return [];
  const { voices, groups, sentence } = unseen;
  const counted = voices.map((ids) => ids.map((id) => context.nameOf(id)).join(" and ")).join("; ");
  const hasEstimate = groups.some(({ estimate }) => estimate !== undefined);
  return [
    {
      id: "unseen",
      title: "Probably unseen",
      gist: hasEstimate ? `${groups[0]?.estimate?.unseen ?? "unknown"}` : "no estimate",
      content: html`<p>${sentence}</p>${hasEstimate && html`<p class="muted small">${UNSEEN_CAVEAT}</p>${table(groups)}`}<p class="muted small">Counted as independent: ${counted}.</p>`,
    },
  ];
}

const GROUPS: Readonly<Record<UnseenGroup["of"], string>> = {
  all: "All",
  grave: "Critical and important",
  suggestion: "Suggestions",
};

function table(groups: readonly UnseenGroup[]): SafeHtml {
  const depths = groups[0]?.seenBy ?? [];
  return html`<div class="scroll"><table><thead><tr><th scope="col">Problems</th>${depths.map((_, at) => html`<th scope="col" class="num">Seen by ${at + 1}</th>`)}<th scope="col" class="num">Probably unseen</th><th scope="col">95 %</th></tr></thead><tbody>${groups.map(
    ({ of, seenBy, estimate, why }) =>
      html`<tr><th scope="row">${GROUPS[of]}</th>${seenBy.map((count) => html`<td class="num">${count}</td>`)}<td class="num">${estimate === undefined ? "unknown" : estimate.unseen}</td><td>${estimate === undefined ? (why ?? "") : `${estimate.low} to ${estimate.high}`}</td></tr>`,
  )}</tbody></table></div>`;
}
