import { html, type SafeHtml } from "../html/escape.ts";
import { pc, picture, px } from "./svg.ts";

/** One column: its pieces from the bottom up, in units of the scale. */
export interface Column {
  readonly title: string;
  readonly pieces: readonly { readonly value: number; readonly tint: string; readonly look: "full" | "light" }[];
  /** Written above it. */
  readonly label?: string | undefined;
  /** Written below it. */
  readonly tick?: string | undefined;
}

export interface ColumnChart {
  readonly title: string;
  readonly desc?: string;
  readonly columns: readonly Column[];
  /** The value at full height. */
  readonly top: number;
  readonly height: number;
}

/** Stacked columns side by side, in time order. */
export function columnChart({ title, desc, columns, top, height }: ColumnChart): SafeHtml {
  const hasLabels = columns.some(({ label }) => label !== undefined);
  const hasTicks = columns.some(({ tick }) => tick !== undefined);
  const area = { top: hasLabels ? 14 : 2, bottom: height - (hasTicks ? 16 : 1) };
  const slots = Math.max(1, columns.length);
  const x = (slot: number): string => pc(slot / slots);
  const marks = [
    html`<line class="axis" x1="0" x2="100%" y1="${px(area.bottom + 0.5)}" y2="${px(area.bottom + 0.5)}"/>`,
    columns.map((column, index) =>
      columnMarks(column, { left: x(index + 0.12), middle: x(index + 0.5), width: x(0.76), area, top }),
    ),
  ];
  return picture({ title, height, marks, ...(desc !== undefined && { desc }) });
}

interface Place {
  readonly left: string;
  readonly middle: string;
  readonly width: string;
  readonly area: { readonly top: number; readonly bottom: number };
  readonly top: number;
}

function columnMarks({ title, pieces, label, tick }: Column, { left, middle, width, area, top }: Place): SafeHtml {
  let y = area.bottom;
  const rects = pieces.map(({ value, tint, look }) => {
    const height = top > 0 ? (value / top) * (area.bottom - area.top) : 0;
    y -= height;
    return (
      height > 0 &&
      html`<rect class="${look === "full" ? "bar" : "bar-light"} ${tint}" x="${left}" y="${px(y)}" width="${width}" height="${px(height)}"/>`
    );
  });
  // A transparent column over the whole height, so that a short one can be hovered too.
  return html`<g>${rects}${
    label !== undefined &&
    html`<text class="column-label" x="${middle}" y="${px(Math.max(10, y - 3))}" text-anchor="middle">${label}</text>`
  }${tick !== undefined && html`<text class="quiet tick" x="${middle}" y="${px(area.bottom + 13)}" text-anchor="middle">${tick}</text>`}<rect
 class="hit" x="${left}" y="0" width="${width}" height="${px(area.bottom)}"><title>${title}</title></rect></g>`;
}
