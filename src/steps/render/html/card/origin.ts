import type { ComesFrom } from "#model/rounds/round-story.ts";
import type { PageContext } from "../context.ts";
import { html, type SafeHtml } from "../escape.ts";

/** Where a finding comes from; of one that a person had decided against, both sides. */
export function renderOrigin(context: PageContext, { text, because, sides }: ComesFrom): SafeHtml {
  const details = because.filter((reason) => reason !== "" && !text.includes(reason));
  return html`<div class="origin${sides.length > 0 && " contest"}"><p><span class="label">Origin:</span> ${context.inline(text)}</p>${
    sides.length > 0 &&
    html`<ul>${sides.map(({ who, says }) => html`<li><strong>${who}</strong>: ${context.inline(says)}</li>`)}</ul>`
  }${details.length > 0 && html`<details class="small"><summary>Why</summary><ul>${details.map((reason) => html`<li>${context.inline(reason)}</li>`)}</ul></details>`}</div>`;
}

/** A colour for each kind, by what it asks of the reader. */
export const ORIGIN_TINTS: Readonly<Record<ComesFrom["kind"], string>> = {
  latent: "neutral",
  "new-code": "neutral",
  introduced: "critical",
  "carried-over": "neutral",
  moved: "neutral",
  "re-raised": "critical",
  contradicts: "critical",
};
