import { REVIEWER_HUES } from "./theme.ts";
import { html, type SafeHtml } from "./escape.ts";
import { truncate } from "#util/words.ts";
import { lookUp } from "#util/look-up.ts";

/** The CSS class that colours a reviewer, the same in every page: its own for a known name, else one by its name's hash. */
export function reviewerColor(reviewer: string): string {
  const own = lookUp(KNOWN, reviewer);
  return own ?? `rv-${hash(reviewer) % REVIEWER_HUES}`;
}

/** A reviewer's name as flat text in its colour, after a square with two letters of its id, which tells vendors apart. */
export function reviewerName(id: string, name: string, title?: string): SafeHtml {
  return html`<span class="who ${reviewerColor(id)}" data-m="${monogram(id)}"${title !== undefined && html` title="${title}"`}>${truncate(name, 40)}</span>`;
}

/** `CO` for claude-opus, `Ge` for gemini. */
export function monogram(name: string): string {
  const [first = "", second] = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters =
    second === undefined ? [...first].slice(0, 2) : [...first].slice(0, 1).concat([...second].slice(0, 1));
  const [initial, ...rest] = letters;
  return initial === undefined ? "?" : initial.toUpperCase() + rest.join("");
}

const KNOWN: Readonly<Record<string, string>> = { claude: "rv-claude", codex: "rv-codex", gemini: "rv-gemini" };

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}
