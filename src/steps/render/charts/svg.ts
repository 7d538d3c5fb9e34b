import { html, type HtmlValue, type SafeHtml } from "../html/escape.ts";

/** A chart with a description for screen readers. Text in it never scales. */
export interface Picture {
  readonly title: string;
  readonly desc?: string;
  readonly height: number;
  /** Absent: as wide as its container, with all x positions in per cent. */
  readonly width?: number;
  readonly marks: HtmlValue;
}

/** The SVG element around marks. */
export function picture({ title, desc, height, width, marks }: Picture): SafeHtml {
  const about = html`<title>${title}</title>${desc !== undefined && html`<desc>${desc}</desc>`}`;
  if (width === undefined) {
    return html`<svg class="plot" width="100%" height="${px(height)}" role="img">${about}${marks}</svg>`;
  }
  return html`<svg class="plot fixed" width="${px(width)}" height="${px(height)}" viewBox="0 0 ${px(width)} ${px(height)}" role="img">${about}${marks}</svg>`;
}

/** A coordinate in the markup: a number with up to two decimals. */
export function px(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return String(Number.isFinite(rounded) ? rounded : 0);
}

/** A share of the width, kept between 0 and 100 %. */
export function pc(share: number): string {
  return `${px(clamp(share) * 100)}%`;
}

/** A share between 0 and 1; NaN counts as 0. */
export function clamp(share: number): number {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}
