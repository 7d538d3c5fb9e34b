import { createHash } from "node:crypto";
import type { Quote } from "#model/finding.ts";
import type { Location } from "#model/location.ts";
import type { Class } from "#model/severity.ts";

/** The input of a fingerprint: any statement of a problem. */
export interface Fingerprinted {
  readonly title: string;
  readonly locations: readonly Location[];
  readonly places: readonly string[];
  readonly class?: Class | undefined;
  readonly quotes: readonly Quote[];
}

/** The name of the fingerprint in `partialFingerprints`. A change of the recipe needs a new version. */
export const FINGERPRINT_KEY = "deepReview/v1";

/**
 * The identity of each problem across rounds: a hash of its first path, its class, and its first quote without white
 * space. Without a quote, the distinctive words of the title are used, sorted. Line numbers, severity and body do not
 * count, so a shifted or re-rated finding keeps its fingerprint. The second of two equal ones ends in `/2`.
 */
export function fingerprints(problems: readonly Fingerprinted[]): string[] {
  const seen = new Map<string, number>();
  return problems.map((problem) => {
    const print = fingerprint(problem);
    const count = (seen.get(print) ?? 0) + 1;
    seen.set(print, count);
    return count === 1 ? print : `${print}/${count}`;
  });
}

function fingerprint({ title, locations, places, class: origin, quotes }: Fingerprinted): string {
  const place = locations[0]?.path ?? places[0] ?? "";
  const quote = (quotes[0]?.code ?? "").replaceAll(/\s+/g, "");
  const what = quote === "" ? ["words", ...distinctiveWords(title)] : ["quote", quote];
  return createHash("sha256")
    .update(JSON.stringify([FINGERPRINT_KEY, place, origin ?? "", what]))
    .digest("hex")
    .slice(0, 32);
}

function distinctiveWords(title: string): string[] {
  const words = title.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...new Set(words.filter((word) => !FILLERS.has(word)))].sort();
}

// Words that often change when a title is reworded.
const FILLERS = new Set(
  "a an and are as at be been but by can does for from has have in into is it its may no not of on or so still than that the their then there this to was when where which while will with without".split(
    " ",
  ),
);
