import { describeAccount } from "#model/describe-counts.ts";
import type { AccountRow } from "#model/report.ts";
import { DROP_WORDS, overruled, SECTION_WORDS } from "../card/card.ts";
import { type PageContext, type PageBlock, rawAnchor } from "../context.ts";
import { html, join, type SafeHtml } from "../escape.ts";
import { idLink, rawLink } from "../text/id-links.ts";

/** The ledger: every raw finding once, and what became of it. */
export function accountParts(context: PageContext): PageBlock[] {
  const { account, review, counts } = context.report;
  const { reconciliation } = review;
  if (account.length === 0 && reconciliation === undefined) return [];
  const content = html`${
    account.length > 0 &&
    html`<div class="scroll"><table class="account"><thead><tr><th scope="col">Raised as</th><th scope="col">Finding</th><th scope="col">Claimed</th><th scope="col">Ended as</th><th scope="col">Because</th></tr></thead><tbody>${account.map(
      (row) => accountRow(context, row),
    )}</tbody></table></div>`
  }${
    reconciliation !== undefined &&
    html`<details class="fold"><summary>What the report wrote about its changes</summary><div class="prose">${context.markdown(reconciliation.text, 3)}</div></details>`
  }`;
  return [{ id: "account", title: "Account of every finding", gist: describeAccount(counts), content }];
}

function accountRow(context: PageContext, { entry, finding, title, overrules }: AccountRow): SafeHtml {
  return html`<tr><td>${rawLink(rawAnchor(finding.id), finding.id)}</td><td>${context.quoted.inline(title)}</td><td>${entry.claimed}</td><td>${ended(entry)}</td><td>${context.inline(entry.because)}${overruled(context, overrules)}${
    entry.confidence < 1 &&
    html` <span class="muted">joined with ${Math.round(entry.confidence * 100)} % confidence</span>`
  }</td></tr>`;
}

function ended(entry: AccountRow["entry"]): SafeHtml {
  const home = idLink(entry.cluster);
  if (entry.fate === "dropped") return html`${home} dropped: ${DROP_WORDS[entry.reason]}`;
  if (entry.fate === "routed") return html`${home} moved to ${SECTION_WORDS[entry.to]}`;
  return html`${home} ${entry.severity}${
    entry.alsoIn.length > 0 && html` <span class="muted">also</span> ${join(entry.alsoIn.map(idLink), " ")}`
  }`;
}
