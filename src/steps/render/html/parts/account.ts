import type { AccountRow } from "#model/report.ts";
import { DROP_WORDS, SECTION_WORDS } from "../card/card.ts";
import { type PageContext, type PageBlock, rawAnchor } from "../context.ts";
import { html, type SafeHtml } from "../escape.ts";
import { reviewerColor } from "../reviewer-color.ts";

/** The ledger: every raw finding once, and what became of it. */
export function accountParts(context: PageContext): PageBlock[] {
  const { account, review } = context.report;
  const { reconciliation } = review;
  if (account.length === 0 && reconciliation === undefined) return [];
  const content = html`${
    account.length > 0 &&
    html`<details class="fold"><summary>Every raw finding and what became of it</summary><div class="scroll"><table class="account"><thead><tr><th scope="col">Raised as</th><th scope="col">Finding</th><th scope="col">Claimed</th><th scope="col">Ended as</th><th scope="col">Because</th></tr></thead><tbody>${account.map(
      (row) => accountRow(context, row),
    )}</tbody></table></div></details>`
  }${
    reconciliation !== undefined &&
    html`<details class="fold"><summary>What the report wrote about its changes</summary><div class="prose">${context.markdown(reconciliation.text, 3)}</div></details>`
  }`;
  return [{ id: "account", title: "Account of every finding", count: account.length, content }];
}

function accountRow(context: PageContext, { entry, finding, overrules }: AccountRow): SafeHtml {
  const { reviewer } = finding;
  return html`<tr><td><a class="pill ${reviewerColor(reviewer)}" href="#${rawAnchor(finding.id)}"><span class="dot"></span>${context.nameOf(reviewer)} ${finding.pass > 1 && `pass ${finding.pass} `}${finding.label}</a></td><td>${context.inline(finding.title)}</td><td><span class="badge ${entry.claimed}">${entry.claimed}</span></td><td>${ended(entry)}</td><td>${context.inline(entry.because)}${overrules.map((text) => html` <span class="muted">Without the decision: ${context.inline(text)}.</span>`)}${
    entry.confidence < 1 && html` <span class="muted">confidence ${Math.round(entry.confidence * 100)} %</span>`
  }</td></tr>`;
}

function ended(entry: AccountRow["entry"]): SafeHtml {
  const home = html`<a class="ref" href="#${entry.cluster}">${entry.cluster}</a>`;
  if (entry.fate === "dropped") return html`${home} dropped: ${DROP_WORDS[entry.reason]}`;
  if (entry.fate === "routed") return html`${home} moved to ${SECTION_WORDS[entry.to]}`;
  return html`${home} <span class="badge ${entry.severity}">${entry.severity}</span>${
    entry.alsoIn.length > 0 &&
    html` <span class="muted">also ${entry.alsoIn.map((id) => html`<a class="ref" href="#${id}">${id}</a> `)}</span>`
  }`;
}
