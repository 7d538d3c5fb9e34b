import { html, type SafeHtml } from "../html/escape.ts";
import { clamp, picture, px } from "./svg.ts";

/** One cell: its text, and the strength of its colour (0 to 1). */
export interface Cell {
  readonly text: string;
  readonly small?: string;
  readonly strength: number;
  readonly title: string;
  /** Framed: row and column have the same meaning. */
  readonly framed?: boolean;
}

export interface Matrix {
  readonly title: string;
  readonly desc?: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly tint: string; readonly cells: readonly Cell[] }[];
  readonly nameWidth: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
}

/** A table of shaded numbers. Its width is fixed, so its container must scroll. */
export function matrix({ title, desc, columns, rows, nameWidth, cellWidth, cellHeight }: Matrix): SafeHtml {
  const head = 20;
  const marks = [
    columns.map(
      (name, index) =>
        html`<text class="quiet tick" x="${px(nameWidth + (index + 0.5) * cellWidth)}" y="13" text-anchor="middle">${name}</text>`,
    ),
    rows.map(({ name, tint, cells }, row) => {
      const y = head + row * cellHeight;
      const own = cells.map((cell, column) =>
        cellMarks(cell, { x: nameWidth + column * cellWidth, y, width: cellWidth, height: cellHeight, tint }),
      );
      return html`<text x="0" y="${px(y + cellHeight / 2 + 4)}">${name}</text>${own}`;
    }),
  ];
  const size = { width: nameWidth + columns.length * cellWidth, height: head + rows.length * cellHeight };
  return picture({ title, ...(desc !== undefined && { desc }), ...size, marks });
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly tint: string;
}

function cellMarks({ text, small, strength, title, framed }: Cell, { x, y, width, height, tint }: Box): SafeHtml {
  const middle = px(x + width / 2);
  const line = y + height / 2 + (small === undefined ? 4 : -1);
  // Up to 0.5: darker would reduce the contrast of the number.
  const rect = html`<rect class="cell ${tint}" x="${px(x + 1.5)}" y="${px(y + 1.5)}" width="${px(width - 3)}" height="${px(height - 3)}" rx="3" fill-opacity="${px(clamp(strength) * 0.5)}"/>`;
  return html`<g>${rect}${framed === true && html`<rect class="frame" x="${px(x + 2)}" y="${px(y + 2)}" width="${px(width - 4)}" height="${px(height - 4)}" rx="3"/>`}<text
 class="${strength > 0 ? "strong" : "quiet"}" x="${middle}" y="${px(line)}" text-anchor="middle">${text}</text>${
   small !== undefined &&
   html`<text class="quiet tick" x="${middle}" y="${px(line + 13)}" text-anchor="middle">${small}</text>`
 }<title>${title}</title></g>`;
}
