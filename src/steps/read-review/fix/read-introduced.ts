import { withoutEarlierNames } from "#grammar/earlier-name.ts";
import type { FindingId } from "#model/ids.ts";

/**
 * Reads `introduces: I2` and `introduces: nothing` in the text about a fix. Returns only findings of the same review;
 * undefined if the text does not answer the question.
 */
export function readIntroduced(
  prose: readonly string[],
  findings: ReadonlyMap<string, FindingId>,
): readonly FindingId[] | undefined {
  for (const line of prose) {
    const text = withoutEarlierNames(line.slice(0, MAX_LENGTH)).replaceAll(/[*_`]/g, "");
    for (const { 0: word, index } of text.matchAll(/\bintroduc(?:e[sd]?|ing)\b/gi)) {
      const before = text.slice(Math.max(0, index - 60), index);
      const after = sentenceOf(text.slice(index + word.length, index + word.length + 200));
      const ids = [...after.matchAll(LABEL)].flatMap(([, label = ""]) => findings.get(label) ?? []);
      if (ids.length > 0) return [...new Set(ids)];
      if (DENIES.test(before) || /^(?:nothing|none|no|n\/a|not)\b/i.test(after)) return [];
    }
  }
  return undefined;
}

const MAX_LENGTH = 5000;
const LABEL = /(?<![\w.])([CISF]\d{1,3}(?:~\d{1,3})?)(?![\w~])/g;
const DENIES =
  /\b(?:not|n['’]t|never|without|nothing|none|no(?: new)? (?:defects?|issues?|problems?|bugs?|regressions?|findings?))(?: (?:new|is|are|was|were|has been|have been))?\s?$/i;

/** The text after the word up to the end of its sentence or cell. */
function sentenceOf(text: string): string {
  const words = text.replace(/^(?: defects?| problems?| issues?| bugs?)?[\s:=?–—-]{1,10}/i, "");
  const end = /[;|]|\.(?:\s|$)|\s[–—]\s/.exec(words)?.index;
  return words.slice(0, end ?? words.length);
}
