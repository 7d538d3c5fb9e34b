import { OUTCOME_TITLES, type ProbeBreakRow, type ProbeKindRow } from "#model/panel/report-runs.ts";
import { truncate } from "#util/words.ts";
import { roughDuration } from "../../words.ts";
import type { PageBlock, PageContext } from "../context.ts";
import { html, type SafeHtml } from "../escape.ts";

/** What breaking the changed code showed about its tests. */
export function probeParts({ report: { probe } }: PageContext): PageBlock[] {
  if (probe === undefined) return [];
  const { kinds, facts, survivors, left, sentence } = probe;
  const content = [
    html`<dl class="facts">${facts.map(({ name, text }) => html`<div><dt>${name}</dt><dd data-words>${truncate(text, MAX_TEXT)}</dd></div>`)}</dl>`,
    kinds.length > 0 &&
      html`<div class="scroll"><table class="probe"><thead><tr><th scope="col">Breaks</th><th scope="col" class="num">Planned</th>${OUTCOME_TITLES.map(([, title]) => html`<th scope="col" class="num">${title}</th>`)}</tr></thead><tbody>${kinds.map(kindRow)}</tbody></table></div>`,
    survivors.length > 0 &&
      html`<div class="scroll"><table class="survivors"><thead><tr><th scope="col">Place</th><th scope="col">Noticed by no test</th><th scope="col" class="num">Took</th></tr></thead><tbody>${survivors.map(breakRow)}</tbody></table></div>`,
    left.length > 0 &&
      html`<p>Not probed:</p><ul>${left.map((each) => html`<li data-words>${truncate(each, MAX_TEXT)}</li>`)}</ul>`,
  ];
  return [{ id: "probe", title: "Probe", gist: html`<span data-words>${sentence}</span>`, content: html`${content}` }];
}

const MAX_TEXT = 400;

function kindRow({ kind, planned, outcomes }: ProbeKindRow): SafeHtml {
  return html`<tr><th scope="row">${kind}</th><td class="num">${planned}</td>${OUTCOME_TITLES.map(([outcome]) => html`<td class="num">${outcomes[outcome]}</td>`)}</tr>`;
}

function breakRow({ place, symbol, text, seconds }: ProbeBreakRow): SafeHtml {
  return html`<tr><th scope="row"><code>${place}</code></th><td data-words>${truncate(text, MAX_TEXT)}${symbol !== undefined && html` in <code>${symbol}</code>`}</td><td class="num">${roughDuration(seconds)}</td></tr>`;
}
