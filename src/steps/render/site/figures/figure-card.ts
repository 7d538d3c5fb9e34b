import type { TrackRecord } from "#model/archive.ts";
import { html, type HtmlValue, type SafeHtml } from "../../html/escape.ts";
import { reviewerName } from "../../html/reviewer-color.ts";

/** One chart with its main message, its base and its exact numbers. */
export interface ChartFigure {
  readonly id: string;
  readonly title: string;
  /** The main message, in plain words. */
  readonly reading: string;
  /** Absent: the numbers are shown as a table. */
  readonly chart?: HtmlValue;
  /** What is counted, and what is left out as unknown. */
  readonly base: string;
  readonly table: FigureTable;
  /** Takes the whole width of the page. */
  readonly wide?: boolean;
}

export interface FigureTable {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly (string | number)[] }[];
}

/** The figure as a section that can be linked to. */
export function figureCard({ id, title, reading, chart, base, table, wide }: ChartFigure): SafeHtml {
  const numbers = html`<div class="scroll" tabindex="0" role="region" aria-label="Numbers: ${title}">${dataTable(table)}</div>`;
  return html`<section data-part="figure" class="figure${wide === true ? " wide" : ""}" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title"><a class="figure-link" href="#${id}">${title}</a></h2>
<p class="reading">${reading}</p>
${chart !== undefined && html`<div class="figure-chart">${chart}</div>`}
<p class="muted small base">${base}</p>
${chart === undefined ? numbers : html`<details class="numbers"><summary>Exact numbers</summary>${numbers}</details>`}</section>`;
}

/** A reviewer's name in its colour. */
export function reviewerLabel({ reviewer, name }: TrackRecord): SafeHtml {
  return html`<span data-words>${reviewerName(reviewer, name)}</span>`;
}

function dataTable({ columns, rows }: FigureTable): SafeHtml {
  return html`<table><thead><tr>${columns.map((name, index) => html`<th scope="col" class="${index > 0 ? "num" : ""}">${name}</th>`)}</tr></thead><tbody>${rows.map(
    ({ name, cells }) =>
      html`<tr><th scope="row" data-words>${name}</th>${cells.map((cell) => html`<td class="num">${cell}</td>`)}</tr>`,
  )}</tbody></table>`;
}
