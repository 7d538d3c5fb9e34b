import { html, type SafeHtml } from "../html/escape.ts";
import { clamp, pc, picture, px } from "./svg.ts";

/** One value over time; a missing one leaves a gap. */
export interface Point {
  readonly share: number | undefined;
  readonly label: string;
  readonly tick: string;
  readonly title: string;
  /** Drawn hollow: the base is too small to be reliable. */
  readonly weak: boolean;
}

export interface LineChart {
  readonly title: string;
  readonly desc?: string;
  readonly tint: string;
  readonly points: readonly Point[];
  /** Names of the scale at its bottom, middle and top. */
  readonly scale: readonly [string, string, string];
}

/** One line with labelled points. Small, to be shown next to others on the same scale. */
export function lineChart({ title, desc, tint, points, scale }: LineChart): SafeHtml {
  const slots = Math.max(1, points.length);
  // The first seventh of the width is reserved for the labels of the scale.
  const x = (index: number): number => 0.14 + ((index + 0.5) / slots) * 0.86;
  const labelled = labelledPoints(points);
  const marks = [
    scale.map((name, level) => gridLine(name, level / 2)),
    points.map((point, index) => segment(point, points[index + 1], { from: x(index), to: x(index + 1), tint })),
    points.map((point, index) => pointMarks(point, { x: x(index), tint, isLabelled: labelled.has(index) })),
  ];
  return picture({ title, ...(desc !== undefined && { desc }), height: BOTTOM + 18, marks });
}

const TOP = 18;
const BOTTOM = 112;

function heightOf(share: number): number {
  return BOTTOM - clamp(share) * (BOTTOM - TOP);
}

function gridLine(name: string, share: number): SafeHtml {
  const y = heightOf(share);
  return html`<line class="grid" x1="14%" x2="100%" y1="${px(y)}" y2="${px(y)}"/><text class="quiet tick" x="0" y="${px(y + 4)}">${name}</text>`;
}

function segment(
  from: Point,
  to: Point | undefined,
  place: { readonly from: number; readonly to: number; readonly tint: string },
) {
  if (from.share === undefined || to?.share === undefined) return undefined;
  return html`<line class="line ${place.tint}" x1="${pc(place.from)}" x2="${pc(place.to)}" y1="${px(heightOf(from.share))}" y2="${px(heightOf(to.share))}"/>`;
}

function pointMarks(point: Point, { x, tint, isLabelled }: { x: number; tint: string; isLabelled: boolean }): SafeHtml {
  const tick =
    isLabelled &&
    html`<text class="quiet tick" x="${pc(x)}" y="${BOTTOM + 15}" text-anchor="middle">${point.tick}</text>`;
  if (point.share === undefined) return html`<g>${tick}</g>`;
  const y = heightOf(point.share);
  return html`<g><circle class="${point.weak ? "point weak" : "point"} ${tint}" cx="${pc(x)}" cy="${px(y)}" r="4"><title>${point.title}</title></circle>${
    isLabelled &&
    html`<text class="column-label" x="${pc(x)}" y="${px(y < TOP + 10 ? y + 17 : y - 8)}" text-anchor="middle">${point.label}</text>`
  }${tick}</g>`;
}

/** Labels all of up to seven points; of more, every n-th and the last, so that labels do not overlap. */
function labelledPoints(points: readonly Point[]): ReadonlySet<number> {
  const every = Math.ceil(points.length / 7);
  const last = points.length - 1;
  return new Set(
    [...points.keys()].filter((index) => index === last || (index % every === 0 && last - index >= every)),
  );
}
