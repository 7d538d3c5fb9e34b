import type { ComesFrom } from "#model/history/report-history.ts";
import type { PageContext } from "../context.ts";
import { html, type SafeHtml } from "../escape.ts";

/** Where a finding comes from; of one that a person had decided against, both sides. */
export function renderOrigin(context: PageContext, { text, because, recognised, sides }: ComesFrom): SafeHtml {
  return html`<div class="origin${sides.length > 0 && " contest"}"><p><span class="label">Origin:</span> ${context.inline(text)}</p>${
    because !== undefined && html`<p class="muted small">${context.inline(because)}</p>`
  }${
    sides.length > 0 &&
    html`<ul>${sides.map(({ who, says }) => html`<li><strong>${who}</strong>: ${context.inline(says)}</li>`)}</ul>`
  }${recognised !== undefined && html`<p class="muted small">${context.inline(recognised)}</p>`}</div>`;
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
