import type { FindingProfile } from "#likeness/finding-profile.ts";
import { checkOf } from "#model/finding.ts";

/** Findings that need no comparison, because they repeat another: the first, and all others. */
export type Repeats = ReadonlyMap<number, readonly number[]>;

/**
 * Finds the findings that repeat another one: identical ones of any reviewer, so that a thousand copies of one sentence are
 * compared once, and those of one reviewer with the same title and place, such as the second draft of its review, whatever
 * their texts and severities. A built-in reviewer repeats nothing: two credentials on one line are two findings, though
 * masked they read the same.
 */
export function findRepeats(profiles: readonly FindingProfile[], analyzers: ReadonlySet<string>): Repeats {
  const firsts = new Map<string, number>();
  const repeats = new Map<number, number[]>();
  for (const [at, profile] of profiles.entries()) {
    if (analyzers.has(profile.finding.reviewer)) continue;
    const keys = [ownKey(profile), identicalKey(profile)];
    const first = keys.map((key) => firsts.get(key)).find((known) => known !== undefined);
    for (const key of keys) if (!firsts.has(key)) firsts.set(key, first ?? at);
    if (first !== undefined && repeats.get(first)?.push(at) === undefined) repeats.set(first, [at]);
  }
  return repeats;
}

function identicalKey({ finding, places }: FindingProfile): string {
  const { title, body, severity, class: origin, check } = finding;
  return JSON.stringify([title, body, severity, origin, check, places]);
}

/** What one reviewer says only once: a title about a place. Without a line or file, what the text names is the place. */
function ownKey({ finding, places: [place], mentions }: FindingProfile): string {
  const where = place === undefined ? [...finding.places, ...mentions.files] : [place.path, place.start];
  return JSON.stringify([finding.reviewer, plain(finding.title), checkOf(finding), where]);
}

/** A title without what a second draft may write otherwise: marks, blanks, case, the last full stop. */
function plain(title: string): string {
  return title
    .replaceAll(/[`*\s]+/g, " ")
    .trim()
    .replace(/\.$/, "")
    .toLowerCase();
}
