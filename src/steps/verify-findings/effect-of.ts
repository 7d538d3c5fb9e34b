import { readBodyParts } from "#grammar/body-parts.ts";
import { scanLines } from "#grammar/lines.ts";
import { locationsInProse } from "#grammar/locations.ts";
import { trimSignsAtEnd } from "#grammar/spans.ts";
import type { Finding } from "#model/finding.ts";

/** What a finding claims to happen, without how its author came to it. */
export interface Effect {
  readonly title: string;
  /** At most two sentences that say what happens. */
  readonly sentences: readonly string[];
}

/** Takes the effect out of a finding: its title, and of its first paragraph the sentences that state and do not argue. */
export function effectOf(finding: Finding, names: readonly string[]): Effect {
  const named = namePattern(names);
  const sentences = sentencesIn(openingOf(finding))
    .map(withoutReason)
    .filter(
      (sentence) =>
        sentence.length >= MIN_COUNT &&
        sentence.length <= MAX_LENGTH &&
        !ARGUES.test(sentence) &&
        !named?.test(sentence),
    );
  const title = named === undefined ? finding.title : finding.title.replaceAll(new RegExp(named, "giu"), "a reviewer");
  return { title, sentences: sentences.slice(0, MAX_SENTENCES) };
}

const MAX_SENTENCES = 2;
const MIN_COUNT = 12;
/** What is longer than this explains. */
const MAX_LENGTH = 240;
const MAX_OPENING_LENGTH = 2000;

/** Words of somebody who argues, tells what was looked at, or proposes. */
const ARGUES =
  /\b(?:I|we|my|our)\b|\b(?:verified|traced|checked|confirmed|reproduced|ran|grep(?:ped)?|see|looking at|note that|evidence|therefore|hence|thus|fix|should|consider|recommend|suggest|instead|could be|agrees?|reviewers?)\b/i;

/** The first paragraph of prose, up to a fence, a list or the fix. */
function openingOf({ body }: Finding): string {
  const lines: string[] = [];
  for (const { text, inFence, fence } of scanLines(body)) {
    const isProse = !inFence && fence === undefined && !/^\s*(?:[-*+]|\d+\.|#|\|)\s/.test(text);
    if (!isProse || text.trim() === "") {
      if (lines.length > 0) break;
      continue;
    }
    const fix = readBodyParts(text).fix?.text;
    lines.push(fix === undefined ? text.trim() : text.slice(0, text.lastIndexOf(fix)).trim());
    if (fix !== undefined) break;
  }
  return lines.join(" ").slice(0, MAX_OPENING_LENGTH);
}

/** Sentences, cut where a full stop is followed by space and a capital, a quote or code. */
function sentencesIn(text: string): string[] {
  return text
    .split(/(?<=[.!?])(?<!\b(?:e\.g|i\.e|etc|vs|cf)\.)\s+(?=[\p{Lu}`"«(])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** What stands before "because": the reason is for the verifier to find. A place alone says nothing. */
function withoutReason(sentence: string): string {
  const cut = /,?\s+(?:because|since|as a result of|due to|given that)\s/i.exec(sentence);
  const stated =
    cut === null ? sentence : `${trimSignsAtEnd(sentence.slice(0, cut.index).replace(/\(?e\.g\.?,?$/, ""), " ,;:(")}.`;
  return locationsInProse(stated).length > 0 && stated.split(/\s+/).length < 4 ? "" : stated;
}

/** Any of these names as a whole word. */
function namePattern(names: readonly string[]): RegExp | undefined {
  const known = names.filter((name) => name.length >= 3).map((name) => name.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
  return known.length === 0
    ? undefined
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${known.join("|")})(?![\\p{L}\\p{N}])`, "iu");
}
