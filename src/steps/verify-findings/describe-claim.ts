import { readBodyParts } from "#grammar/body-parts.ts";
import { scanLines } from "#grammar/lines.ts";
import { locationsInProse } from "#grammar/locations.ts";
import { trimSignsAtEnd } from "#grammar/spans.ts";
import type { Finding } from "#model/finding.ts";
import type { Location } from "#model/location.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { printable } from "#util/printable.ts";

/** A claim as a verifier gets it. Untrusted text, each piece on one line and without invisible characters. */
export interface ClaimText {
  readonly title: string;
  /** What happens, in at most two sentences; empty if the finding only argues. */
  readonly effect: readonly string[];
  readonly locations: readonly Location[];
  readonly places: readonly string[];
}

/**
 * The claim of a finding for a verifier: what is claimed and where. Leaves out who raised it, the reasoning, the quoted
 * code and the proposed fix.
 */
export function describeClaim(finding: Finding, reviewers: readonly Reviewer[]): ClaimText {
  const names = reviewers.flatMap(({ id, name, model }) => [id, name, ...(model === undefined ? [] : [model])]);
  const { title, sentences } = effectOf(finding, names);
  return {
    title: asData(title),
    effect: sentences.map(asData),
    locations: finding.locations.map((location) => ({ ...location, path: asData(location.path) })),
    places: finding.places.map(asData),
  };
}

const MAX_LENGTH = 1000;

function asData(text: string): string {
  return printable(text.replaceAll(/\s+/g, " ").trim().slice(0, MAX_LENGTH));
}

/** What a finding claims to happen, without the reasoning. */
interface Effect {
  readonly title: string;
  /** At most two sentences on what happens. */
  readonly sentences: readonly string[];
}

/** Extracts the effect: the title, and the sentences of the first paragraph that state something and do not argue. */
function effectOf(finding: Finding, names: readonly string[]): Effect {
  const named = namePattern(names);
  const sentences = sentencesIn(openingOf(finding))
    .map(withoutReason)
    .filter(
      (sentence) =>
        sentence.length >= MIN_SENTENCE_LENGTH &&
        sentence.length <= MAX_SENTENCE_LENGTH &&
        !ARGUES.test(sentence) &&
        !named?.test(sentence),
    );
  const title = named === undefined ? finding.title : finding.title.replaceAll(new RegExp(named, "giu"), "a reviewer");
  return { title, sentences: sentences.slice(0, MAX_SENTENCES) };
}

const MAX_SENTENCES = 2;
const MIN_SENTENCE_LENGTH = 12;
/** Longer sentences explain. */
const MAX_SENTENCE_LENGTH = 240;
const MAX_OPENING_LENGTH = 2000;

/** Words that argue, describe what was examined, or propose something. */
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

/** The part before "because": the verifier must find the reason. Empty for a sentence that is only a place. */
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
