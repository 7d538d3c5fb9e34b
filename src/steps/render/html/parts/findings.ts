import type { ReportFinding } from "#model/report.ts";
import { SEVERITIES } from "#model/severity.ts";
import { renderCard, renderContest } from "../card/card.ts";
import type { PageContext, PageBlock } from "../context.ts";
import { html, type HtmlValue } from "../escape.ts";

const TITLES = { critical: "Critical", important: "Important", suggestion: "Suggestions" } as const;

/** Kept findings by severity, then what is contested, dropped and moved. */
export function findingParts(context: PageContext): PageBlock[] {
  const { kept, dropped, routed } = context.report;
  const parts: PageBlock[] = [];
  for (const severity of SEVERITIES) {
    const own = kept.filter((finding) => finding.severity === severity);
    if (own.length > 0)
      parts.push({ id: severity, title: TITLES[severity], count: own.length, content: shownAndFolded(context, own) });
  }
  if (kept.length === 0)
    parts.push({ id: "findings", title: "Findings", count: 0, content: html`<p>No finding was kept.</p>` });
  const contested = kept.filter((finding) => finding.contested !== undefined);
  if (contested.length > 0)
    parts.push({ id: "contested", title: "Contested", count: contested.length, content: contests(context, contested) });
  if (dropped.length > 0) {
    const intro = "Raised by a reviewer and not kept. Each has its reason.";
    parts.push({ id: "dropped", title: "Dropped", count: dropped.length, content: folded(context, dropped, intro) });
  }
  if (routed.length > 0) {
    const intro = "Raised as a finding and shown in another section instead.";
    parts.push({
      id: "routed",
      title: "Moved to a section",
      count: routed.length,
      content: folded(context, routed, intro),
    });
  }
  return parts;
}

function cards(context: PageContext, findings: readonly ReportFinding[]): HtmlValue {
  return findings.map((finding) => renderCard(context, finding));
}

/** The first cards of a check with many findings; the others are folded. */
function shownAndFolded(context: PageContext, findings: readonly ReportFinding[]): HtmlValue {
  const checks = new Set(findings.flatMap(({ foldedInto }) => foldedInto ?? []));
  const shown = findings.filter(({ foldedInto }) => foldedInto === undefined);
  const folds = [...checks].map((check) => {
    const own = findings.filter(({ foldedInto }) => foldedInto === check);
    return html`<details class="fold cards"><summary>${own.length} more of ${check}</summary>${cards(context, own)}</details>`;
  });
  return html`${cards(context, shown)}${folds}`;
}

function folded(context: PageContext, findings: readonly ReportFinding[], intro: string): HtmlValue {
  return html`<p class="muted">${intro}</p><details class="fold cards"><summary>Show ${findings.length === 1 ? "it" : `all ${findings.length}`}</summary>${cards(context, findings)}</details>`;
}

function contests(context: PageContext, findings: readonly ReportFinding[]): HtmlValue {
  return html`<ul class="contests">${findings.map(
    ({ id, title, contested }) =>
      contested !== undefined &&
      html`<li><a class="ref" href="#${id}">${id}</a> ${context.inline(title)}${renderContest(context, contested)}</li>`,
  )}</ul>`;
}
