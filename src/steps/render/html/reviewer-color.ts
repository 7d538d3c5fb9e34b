import { REVIEWER_HUES } from "./theme.ts";
import { lookUp } from "#util/look-up.ts";

/** The CSS class that colours a reviewer, the same in every page: its own for a known name, else one by its name's hash. */
export function reviewerColor(reviewer: string): string {
  const own = lookUp(KNOWN, reviewer);
  return own ?? `rv-${hash(reviewer) % REVIEWER_HUES}`;
}

const KNOWN: Readonly<Record<string, string>> = { claude: "rv-claude", codex: "rv-codex", gemini: "rv-gemini" };

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}
