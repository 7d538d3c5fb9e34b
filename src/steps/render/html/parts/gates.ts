import type { ReportGate } from "#model/panel/report-runs.ts";
import { truncate } from "#util/words.ts";
import { roughDuration } from "../../words.ts";
import type { PageBlock, PageContext } from "../context.ts";
import { html, type SafeHtml } from "../escape.ts";

/** The repository's own commands, and what became of each. */
export function gateParts({ report: { gates } }: PageContext): PageBlock[] {
  if (gates === undefined) return [];
  const content = html`<div class="scroll"><table class="gates"><thead><tr><th scope="col">Gate</th><th scope="col">Command</th><th scope="col">State</th><th scope="col" class="num">Took</th><th scope="col">Why</th></tr></thead><tbody>${gates.rows.map(row)}</tbody></table></div>`;
  return [{ id: "gates", title: "Gates", gist: html`<span data-words>${gates.sentence}</span>`, content }];
}

function row({ name, command, state, isBlocking, seconds, why }: ReportGate): SafeHtml {
  const word = isBlocking ? html`<span class="state critical">${state}</span>` : state;
  return html`<tr><th scope="row"><code>${name}</code></th><td><code>${truncate(command, 300)}</code></td><td>${word}</td><td class="num">${seconds === undefined ? "–" : roughDuration(seconds)}</td><td data-words>${why}</td></tr>`;
}
