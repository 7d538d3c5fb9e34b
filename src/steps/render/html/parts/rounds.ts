import type { Decision } from "#model/decision.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import type { PageContext, PageBlock } from "../context.ts";
import { html, type HtmlValue } from "../escape.ts";

/** Earlier findings, earlier decisions, and how the findings of this report were resolved. */
export function roundParts(context: PageContext): PageBlock[] {
  const { previous, decisions, resolution, processNotes } = context.report.review;
  const declined = decisions.filter(({ source }) => source === "earlier-rounds");
  const resolved = decisions.filter(({ source }) => source === "resolution");
  const parts: PageBlock[] = [];
  // With a history, `earlierParts` shows the earlier findings at the top of the page.
  if (previous.length > 0 && context.report.history === undefined)
    parts.push({
      id: "previous",
      title: "Earlier findings",
      count: previous.length,
      content: previousTable(context, previous),
    });
  if (declined.length > 0)
    parts.push({
      id: "declined",
      title: declined.every(({ kind }) => kind === "declined") ? "Declined earlier" : "Decided earlier",
      count: declined.length,
      content: decisionTable(context, declined),
    });
  if (resolution !== undefined || resolved.length > 0) {
    const fields = resolution?.fields ?? [];
    parts.push({
      id: "resolution",
      title: "Resolution",
      count: resolved.length,
      content: html`${fields.length > 0 && html`<dl class="facts">${fields.map(({ key, value }) => html`<div><dt>${key}</dt><dd>${context.inline(value)}</dd></div>`)}</dl>`}${resolved.length > 0 && decisionTable(context, resolved)}${resolution?.notes !== undefined && html`<div class="prose">${context.markdown(resolution.notes, 3)}</div>`}`,
    });
  }
  if (processNotes !== undefined && processNotes.trim() !== "") {
    parts.push({
      id: "process",
      title: "Process notes",
      content: html`<div class="prose">${context.markdown(processNotes, 3)}</div>`,
    });
  }
  return parts;
}

/** The colour of what became of an earlier finding. */
export const STATUS_TINTS = {
  fixed: "good",
  "partly-fixed": "important",
  open: "critical",
  declined: "neutral",
  "accepted-risk": "neutral",
  gone: "neutral",
  unknown: "neutral",
} as const;

function previousTable(context: PageContext, previous: readonly PreviousFinding[]): HtmlValue {
  return html`<div class="scroll"><table><thead><tr><th scope="col">Earlier id</th><th scope="col">Finding</th><th scope="col">What became of it</th></tr></thead><tbody>${previous.map(
    ({ ref, title, status, text }) =>
      html`<tr><td>${ref}</td><td>${context.inline(title)}</td><td><span class="badge ${STATUS_TINTS[status]}">${status.replaceAll("-", " ")}</span> ${text.toLowerCase() !== status.replaceAll("-", " ") && context.inline(text)}</td></tr>`,
  )}</tbody></table></div>`;
}

function decisionTable(context: PageContext, decisions: readonly Decision[]): HtmlValue {
  return html`<div class="scroll"><table><thead><tr><th scope="col">About</th><th scope="col">Decision</th><th scope="col">Reason</th></tr></thead><tbody>${decisions.map(
    ({ about, kind, action, reason }) =>
      html`<tr><td>${about.cluster !== undefined && html`<a class="ref" href="#${about.cluster}">${about.cluster}</a> `}${context.inline(about.text)}</td><td><span class="badge ${kind === "fixed" ? "good" : "neutral"}">${kind.replaceAll("-", " ")}</span> ${action.toLowerCase() !== kind && context.inline(action)}</td><td>${reason === undefined ? html`<span class="muted">not stated</span>` : context.inline(reason)}</td></tr>`,
  )}</tbody></table></div>`;
}
