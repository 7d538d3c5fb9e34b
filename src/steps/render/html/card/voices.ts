import type { ReportFinding, Voice, VoiceMember } from "#model/report.ts";
import { reviewerTitle } from "#model/panel/reviewer.ts";
import { type PageContext, rawAnchor } from "../context.ts";
import { html, join, type SafeHtml } from "../escape.ts";
import { reviewerName } from "../reviewer-color.ts";
import { rawLink } from "../text/id-links.ts";
import { truncate } from "#util/words.ts";

/** Who raised a finding, each with its own label, rating and, where it differs, title; and who did not raise it. */
export function renderVoices(context: PageContext, { voices, silent }: ReportFinding): SafeHtml {
  return html`${
    voices.length === 0
      ? html`<p class="muted">No reviewer is credited.</p>`
      : html`<ul class="voices">${voices.map((voice) => html`<li>${renderVoice(context, voice)}</li>`)}</ul>`
  }${
    silent.length > 0 &&
    html`<p class="muted small">Not raised by ${join(
      silent.map((id) => reviewerName(id, context.nameOf(id))),
      ", ",
    )}</p>`
  }`;
}

function renderVoice(context: PageContext, { reviewer, credit, members, unlinked }: Voice): SafeHtml {
  const said = members.map((member) => renderMember(context, member));
  return html`${reviewerName(reviewer.id, reviewer.name, truncate(reviewerTitle(reviewer), 120))}${
    credit?.note !== undefined && html` <span class="muted">(${credit.note})</span>`
  } ${join(said, "; ")}${unlinked !== undefined && html` <span class="muted">${unlinked}</span>`}`;
}

function renderMember(context: PageContext, member: VoiceMember): SafeHtml {
  const { finding, claimed, share, confidence, because, title } = member;
  const how = `Linked by: ${because}${confidence < 1 ? `, confidence ${Math.round(confidence * 100)} %` : ""}`;
  return html`${rawLink(rawAnchor(finding), finding, how)} ${claimed}${share !== "primary" && ` (${share})`}${
    title !== undefined && html`: <span class="own-title">${context.quoted.inline(title)}</span>`
  }`;
}
