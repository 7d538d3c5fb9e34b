import { html, type SafeHtml, trusted } from "../html/escape.ts";
import { truncate } from "#util/words.ts";

/** One bar of a chart: a name, its segments in order, and the words at its end. */
export interface Bar {
  readonly name: string;
  readonly segments: readonly { readonly value: number; readonly tint: string; readonly title: string }[];
  readonly label: string;
}

/** Horizontal bars on one scale. Every bar has its number as text, so nothing depends on colour or sight. */
export function renderBars(title: string, bars: readonly Bar[]): SafeHtml {
  const largest = Math.max(0, ...bars.map(total));
  const height = bars.length * ROW + 4;
  const summary = bars.map(({ name, label }) => `${name}: ${label}`).join("; ");
  return html`<figure class="plot"><figcaption>${title}</figcaption><svg class="chart" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${title}. ${summary}">${bars.map(
    (bar, i) => renderBar(bar, i, largest),
  )}</svg></figure>`;
}

const WIDTH = 400;
const ROW = 26;
const NAME = 96;
const LABEL = 104;
const MAX_NAME = 14;

function total({ segments }: Bar): number {
  return segments.reduce((sum, { value }) => sum + value, 0);
}

function renderBar(bar: Bar, row: number, largest: number): SafeHtml {
  const room = WIDTH - NAME - LABEL;
  const y = row * ROW + 4;
  let x = NAME;
  const drawn = bar.segments.map(({ value, tint, title }) => {
    const width = largest === 0 ? 0 : (value / largest) * room;
    const rect = html`<rect class="bar ${tint}" x="${fixed(x)}" y="${y}" width="${fixed(width)}" height="14"><title>${title}</title></rect>`;
    x += width;
    return value > 0 && rect;
  });
  const name = truncate(bar.name, MAX_NAME);
  return html`<g><text x="0" y="${y + 11}">${name}</text><rect class="track" x="${NAME}" y="${y}" width="${room}" height="14"/>${drawn}<text class="quiet" x="${fixed(x + 6)}" y="${y + 11}">${bar.label}</text></g>`;
}

function fixed(value: number): SafeHtml {
  return trusted(value.toFixed(1));
}
