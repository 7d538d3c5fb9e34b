import { escapeProse } from "#grammar/report/escape-structure.ts";
import { breakMentions } from "#grammar/mentions.ts";
import { hideHtml } from "#grammar/raw-html.ts";
import type { Report } from "#model/report.ts";
import { visibleControls } from "#util/printable.ts";
import { renderAppendix, renderUnplaced } from "./render-appendix.ts";
import {
  renderMovedAndDropped,
  renderContested,
  renderCoverage,
  renderEvidence,
  renderGaps,
  renderMerged,
  renderRuleVerdict,
  renderRunClaims,
} from "./render-computed.ts";
import { renderEarlier } from "./render-earlier.ts";
import { isAmongFindings, renderFindings } from "./render-findings.ts";
import { renderReportHeader } from "./render-header.ts";
import { renderLedger, renderPanel } from "./render-ledger.ts";
import { renderLineage, renderTrend, renderUnseen } from "./render-lineage.ts";
import { renderProbe } from "./render-probe.ts";
import { renderGates, renderObservations, renderPlaces, renderReading, renderWork } from "./render-reading.ts";
import { renderRuns } from "./render-runs.ts";
import { renderResolution } from "./render-resolution.ts";
import { renderRetro } from "./render-retro.ts";

/**
 * The report as Markdown, with the sections and ids of the original process, so that `readReport` reads it back
 * without loss. The reader skips computed sections, but reads the ledger.
 */
export function renderMarkdown(report: Report): string {
  const blocks = [
    renderReportHeader(report),
    ...renderRuleVerdict(report),
    ...renderEarlier(report),
    ...renderSections(report),
    ...renderLineage(report),
    ...renderTrend(report),
    ...renderUnseen(report),
    ...renderEvidence(report),
    ...renderRunClaims(report),
    ...renderRuns(report),
    ...renderMerged(report),
    ...renderContested(report),
    ...renderMovedAndDropped(report),
    ...renderWork(report),
    ...renderGates(report),
    ...renderProbe(report),
    ...renderReading(report),
    ...renderCoverage(report),
    ...renderPlaces(report),
    ...renderObservations(report),
    ...renderGaps(report),
    ...renderRetro(report),
    ...renderProcessNotes(report),
    ...renderResolution(report),
    ...renderPanel(report),
    ...renderLedger(report),
    ...renderUnplaced(report),
    ...renderAppendix(report),
  ];
  return `${visibleControls(breakMentions(hideHtml(blocks.join("\n\n"))))}\n`;
}

/** The prose in its order, with the findings at the first of their sections, else after the summary. */
function renderSections(report: Report): string[] {
  const { sections } = report;
  const among = sections.findIndex((section) => isAmongFindings(report, section));
  const summary = sections.findIndex(({ key }) => key === "summary");
  const at = among >= 0 ? among : summary + 1;
  const blocks: string[] = [];
  for (const [index, section] of sections.entries()) {
    if (index === at) blocks.push(...renderFindings(report));
    if (isAmongFindings(report, section)) continue;
    blocks.push(`## ${section.title}`, ...(section.text === "" ? [] : [escapeProse(section.text)]));
  }
  if (at >= sections.length) blocks.push(...renderFindings(report));
  return blocks;
}

function renderProcessNotes({ review }: Report): string[] {
  return review.processNotes === undefined ? [] : ["## Review Process Notes", escapeProse(review.processNotes)];
}
