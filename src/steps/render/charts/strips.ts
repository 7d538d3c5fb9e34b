import { html, type SafeHtml } from "../html/escape.ts";
import { niceTicks, quantile } from "./numbers.ts";
import { pc, picture, px } from "./svg.ts";

/** One row of dots: the single values of one reviewer. */
export interface Strip {
  readonly label: SafeHtml;
  readonly title: string;
  readonly tint: string;
  readonly dots: readonly { readonly value: number; readonly title: string }[];
  readonly value: string;
  readonly note?: string;
}

/** Every single value as a dot, the middle half as a band and the median as a line; all rows on one scale from zero. */
export function strips(rows: readonly Strip[], unit: string): SafeHtml {
  const ticks = niceTicks(
    Math.max(0, ...rows.map(({ dots }) => dots.reduce((top, { value }) => Math.max(top, value), 0))),
  );
  const top = ticks.at(-1) ?? 1;
  return html`<div class="bar-rows">${rows.map((row) => strip(row, ticks))}<div class="bar-row"><div></div>${axis(ticks, top, unit)}<div></div></div></div>`;
}

const HEIGHT = 58;

function strip({ label, title, tint, dots, value, note }: Strip, ticks: readonly number[]): SafeHtml {
  const top = ticks.at(-1) ?? 1;
  const values = dots.map((dot) => dot.value);
  const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => quantile(values, part));
  const marks = [
    ticks.map((tick) => html`<line class="grid" x1="${pc(tick / top)}" x2="${pc(tick / top)}" y1="0" y2="${HEIGHT}"/>`),
    low !== undefined &&
      high !== undefined &&
      html`<rect class="band ${tint}" x="${pc(low / top)}" y="8" width="${pc((high - low) / top)}" height="${HEIGHT - 16}" rx="3"/>`,
    swarm(dots, top, tint),
    middle !== undefined &&
      html`<line class="median ${tint}" x1="${pc(middle / top)}" x2="${pc(middle / top)}" y1="4" y2="${HEIGHT - 4}"/>`,
  ];
  return html`<div class="bar-row"><div class="row-label">${label}</div>${picture({ title, height: HEIGHT, marks })}<div
 class="row-value">${value}${note !== undefined && html` <span class="row-note">${note}</span>`}</div></div>`;
}

/** Overlapping dots are shifted up and down in turn. */
function swarm(dots: Strip["dots"], top: number, tint: string): SafeHtml[] {
  const seen = new Map<number, number>();
  return dots.map(({ value, title }) => {
    const bin = Math.round((value / top) * 70);
    const before = seen.get(bin) ?? 0;
    seen.set(bin, before + 1);
    const step = Math.min(Math.ceil(before / 2) * 6, HEIGHT / 2 - 5) * (before % 2 === 0 ? 1 : -1);
    return html`<circle class="dot-mark ${tint}" cx="${pc(value / top)}" cy="${px(HEIGHT / 2 + step)}" r="3"><title>${title}</title></circle>`;
  });
}

function axis(ticks: readonly number[], top: number, unit: string): SafeHtml {
  const marks = ticks.map((tick, index) => {
    const isLast = index === ticks.length - 1;
    const anchor = index === 0 ? "start" : isLast ? "end" : "middle";
    return html`<text class="quiet" x="${pc(tick / top)}" y="12" text-anchor="${anchor}">${px(tick)}${isLast && ` ${unit}`}</text>`;
  });
  return html`<svg class="plot" width="100%" height="16" aria-hidden="true">${marks}</svg>`;
}
