import { breakMentions } from "#grammar/mentions.ts";
import { hideHtml, restoreHtml } from "#grammar/raw-html.ts";

/**
 * Text of reports as one line of a Markdown list: it cannot begin another block, end the list, contain HTML, fetch an
 * image, mention anybody or reach a terminal raw. Idempotent.
 */
export function safeWording(text: string): string {
  const line = text.replaceAll(INVISIBLE, " ").replaceAll(/\s+/g, " ").trim().slice(0, MAX_COUNT).trim();
  const plain = restoreHtml(line.replaceAll(BREAK, "")).trim();
  // Fences are not searched for HTML, so nothing may look like a fence.
  const inline = OPENS_BLOCK.test(plain) ? `\\${plain}` : plain;
  return breakMentions(hideHtml(inline)).replaceAll("![", "!\\[");
}

const MAX_COUNT = 1500;
/** Inserted between `@` and a name by an earlier call. */
const BREAK = "<!-- -->";
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;
/** Heading, quotation, list, rule, fence, table, reference. */
const OPENS_BLOCK = /^(?:[#>*+|~=[-]|`{3}|_{3})/;
