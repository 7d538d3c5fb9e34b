/** How many terminal cells a text takes: wide characters and emoji two, combining marks none. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += segmentWidth(segment);
  return width;
}

/** The text cut to this many cells, with an ellipsis where something was cut off. */
export function truncateToWidth(text: string, cells: number): string {
  if (displayWidth(text) <= cells) return text;
  let kept = "";
  let width = 0;
  for (const { segment } of segmenter.segment(text)) {
    width += segmentWidth(segment);
    if (width > cells - 1) break;
    kept += segment;
  }
  return cells < 1 ? "" : `${kept}…`;
}

const ASCII = /^[\x20-\x7e]*$/;
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function segmentWidth(segment: string): number {
  if (/^[\p{Mn}\p{Me}\p{Cf}]+$/u.test(segment)) return 0;
  return WIDE.test(segment) ? 2 : 1;
}

// Emoji shown as pictures, and the East Asian wide and full-width blocks.
const WIDE =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
