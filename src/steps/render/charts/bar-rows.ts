import { html, type SafeHtml } from "../html/escape.ts";
import { pc, picture } from "./svg.ts";

/** One piece of a bar; `share` is of the whole scale. `tint` is a colour class of the theme. */
export interface BarSegment {
  readonly share: number;
  readonly tint: string;
  /** Full colour, or a light ground with an edge. */
  readonly look: "full" | "light";
  /** Written into the piece if there is room. */
  readonly label?: string;
  readonly title: string;
}

export interface BarRow {
  readonly label: SafeHtml;
  /** A description for screen readers. */
  readonly title: string;
  readonly segments: readonly BarSegment[];
  /** The confidence interval of the value. */
  readonly whisker?: { readonly low: number; readonly high: number } | undefined;
  /** The exact figure, after the bar. */
  readonly value: string;
  readonly note?: string;
}

/** Horizontal bars with names before and figures after them, on one scale. */
export function barRows(rows: readonly BarRow[]): SafeHtml {
  return html`<div class="bar-rows">${rows.map(barRow)}</div>`;
}

const HEIGHT = 26;

function barRow({ label, title, segments, whisker, value, note }: BarRow): SafeHtml {
  let at = 0;
  const pieces = segments.map((segment) => {
    const start = at;
    at += segment.share;
    return segment.share > 0 && piece(segment, start);
  });
  const marks = [
    html`<rect class="track" x="0" y="3" width="100%" height="${HEIGHT - 6}" rx="3"/>`,
    pieces,
    whisker !== undefined && whiskerMarks(whisker),
  ];
  return html`<div class="bar-row"><div class="row-label">${label}</div>${picture({ title, height: HEIGHT, marks })}<div
 class="row-value">${value}${note !== undefined && html` <span class="row-note">${note}</span>`}</div></div>`;
}

function piece({ share, tint, look, label, title }: BarSegment, start: number): SafeHtml {
  const rect = html`<rect class="${look === "full" ? "bar" : "bar-light"} ${tint}" x="${pc(start)}" y="3" width="${pc(share)}" height="${HEIGHT - 6}" rx="2"><title>${title}</title></rect>`;
  // A letter takes about a fortieth of the width on the narrowest screen.
  if (label === undefined || share < label.length * 0.028) return rect;
  return html`${rect}<text class="in-bar ${tint}" x="${pc(start + share / 2)}" y="17" text-anchor="middle">${label}</text>`;
}

function whiskerMarks({ low, high }: { readonly low: number; readonly high: number }): SafeHtml {
  const middle = HEIGHT / 2;
  return html`<line class="whisker" x1="${pc(low)}" x2="${pc(high)}" y1="${middle}" y2="${middle}"/><line
 class="whisker" x1="${pc(low)}" x2="${pc(low)}" y1="${middle - 4}" y2="${middle + 4}"/><line class="whisker"
 x1="${pc(high)}" x2="${pc(high)}" y1="${middle - 4}" y2="${middle + 4}"/>`;
}
