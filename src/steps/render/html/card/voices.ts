import type { ReportFinding, Voice } from "#model/report.ts";
import { type Reviewer, reviewerTitle } from "#model/panel/reviewer.ts";
import { type PageContext, rawAnchor } from "../context.ts";
import { html, type HtmlValue, type SafeHtml } from "../escape.ts";
import { reviewerColor } from "../reviewer-color.ts";
import { truncate } from "#util/words.ts";

/** Who raised a finding, each with its own label and a link to the raw finding; and who did not. */
export function renderVoices(context: PageContext, { voices, silent }: ReportFinding): SafeHtml {
  return html`<div class="voices">${
    voices.length > 0 ? voices.map(voicePill) : html`<span class="muted small">No reviewer is credited</span>`
  }${
    silent.length > 0 &&
    html`<span class="silent small">not raised by ${silent.map(
      (id, i) => html`${i > 0 && ", "}<span class="who ${reviewerColor(id)}">${context.nameOf(id)}</span>`,
    )}</span>`
  }</div>${renderOwnTitles(context, voices)}`;
}

/** What the members of a merged finding say in other words than its title, a line each. */
function renderOwnTitles(context: PageContext, voices: readonly Voice[]): SafeHtml | false {
  const lines = voices.flatMap(({ reviewer, members }) =>
    members.flatMap(({ finding, label, share, title }) =>
      title === undefined
        ? []
        : [
            html`<li><span class="who ${reviewerColor(reviewer.id)}">${truncate(reviewer.name, 40)}</span> <a href="#${rawAnchor(finding)}">${label}</a>${share !== "primary" && ` (${share})`}: ${context.inline(title)}</li>`,
          ],
    ),
  );
  return lines.length > 0 && html`<ul class="merged small" aria-label="Titles of the merged findings">${lines}</ul>`;
}

/** A reviewer's name in its colour. */
export function reviewerPill(reviewer: Reviewer, content?: HtmlValue): SafeHtml {
  return html`<span class="pill ${reviewerColor(reviewer.id)}" title="${truncate(reviewerTitle(reviewer), 120)}"><span class="dot"></span>${truncate(reviewer.name, 40)}${content}</span>`;
}

function voicePill({ reviewer, credit, members, unlinked }: Voice): SafeHtml {
  const note = credit?.note === undefined ? "" : ` (${credit.note})`;
  const title = `${truncate(reviewerTitle(reviewer), 120)}${note}${unlinked === undefined ? "" : `: ${unlinked}`}`;
  const labels = members.map(({ finding, label, claimed, share, confidence, because }) => {
    const how = `${truncate(reviewer.name, 40)} raised it as ${label}, ${claimed}${share === "primary" ? "" : ` (${share})`}. Linked by: ${because}${
      confidence < 1 ? `, confidence ${Math.round(confidence * 100)} %` : ""
    }`;
    return html` <a href="#${rawAnchor(finding)}" title="${how}">${label}</a>`;
  });
  const state = unlinked === undefined ? "" : " unlinked";
  return html`<span class="pill ${reviewerColor(reviewer.id)}${state}" title="${title}"><span class="dot"></span>${truncate(reviewer.name, 40)}${labels}</span>`;
}
