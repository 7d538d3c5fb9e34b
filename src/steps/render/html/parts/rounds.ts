import type { Decision } from "#model/decision.ts";
import type { PageContext, PageBlock } from "../context.ts";
import { html, type HtmlValue } from "../escape.ts";
import { idLink } from "../text/id-links.ts";
import { truncate } from "#util/words.ts";

/** Decisions of earlier rounds, and how the findings of this report were resolved. */
export function roundParts(context: PageContext): PageBlock[] {
  const { decisions, resolution, processNotes } = context.report.review;
  const declined = decisions.filter(({ source }) => source === "earlier-rounds");
  const resolved = decisions.filter(({ source }) => source === "resolution");
  const parts: PageBlock[] = [];
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
      gist:
        fields.length > 0 && context.label(truncate(fields.map(({ key, value }) => `${key} ${value}`).join(", "), 100)),
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

function decisionTable(context: PageContext, decisions: readonly Decision[]): HtmlValue {
  return html`<div class="scroll"><table><thead><tr><th scope="col">About</th><th scope="col">Decision</th><th scope="col">Reason</th></tr></thead><tbody>${decisions.map(
    ({ about, kind, action, reason }) =>
      html`<tr><td>${about.cluster !== undefined && html`${idLink(about.cluster)} `}${context.inline(about.text)}</td><td><span class="state ${kind === "fixed" ? "good" : "neutral"}">${kind.replaceAll("-", " ")}</span> ${action.toLowerCase() !== kind && context.inline(action)}</td><td>${reason === undefined ? html`<span class="muted">not stated</span>` : context.inline(reason)}</td></tr>`,
  )}</tbody></table></div>`;
}
