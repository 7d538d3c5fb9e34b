import { longestRun } from "#grammar/spans.ts";
import { printable } from "#util/printable.ts";

/** Untrusted text on one line, in code marks that it cannot close. */
export function inlineCode(text: string): string {
  const shown = printable(text).replaceAll("|", "¦");
  const longest = longestRun(shown);
  const mark = "`".repeat(longest + 1);
  return longest === 0 ? `${mark}${shown}${mark}` : `${mark} ${shown} ${mark}`;
}

/** A link if the address is a web address; else only the words. */
export function linkOrWords(url: string | undefined, words: string): string {
  const safe = words.replaceAll(/[[\]\\`*_<>]/g, String.raw`\$&`);
  return url !== undefined && WEB.test(url) ? `[${safe}](${url})` : safe;
}

// Nothing that could end the address in Markdown, or begin something else.
const WEB = /^https?:\/\/[\w.:-]+(?:\/[\w./~%#?&=+@:;,!$'*-]*)?$/;
