import { severityLevel } from "#model/severity.ts";
import { containment } from "./text/lexicon.ts";
import { cosine } from "./text/tfidf.ts";
import { compareKinds } from "./kinds.ts";
import { comparePlaces } from "./places.ts";
import type { FindingProfile } from "./finding-profile.ts";

/** What two findings have in common: one number per trait, mostly from 0 to 1. */
export type Traits = Readonly<Record<TraitName, number>>;

/** Every trait, in the order of the model's weights. */
export const TRAITS = [
  "titleWords",
  "leadWords",
  "proseWords",
  "allWords",
  "letters",
  "titleInText",
  "titleInTextBoth",
  "fixWords",
  "concepts",
  "names",
  "ownName",
  "quotedCode",
  "someCode",
  "edits",
  "sameFile",
  "otherFile",
  "noPlace",
  "nearLines",
  "nearMainLines",
  "wordsUnplaced",
  "severityGap",
  "sameClass",
  "otherClass",
  "sameKind",
  "otherKind",
] as const;
export type TraitName = (typeof TRAITS)[number];

/** How rare a name is among the findings of the round. */
export interface NameCounts {
  readonly findings: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Counts the findings that mention each name. */
export function countNames(portraits: readonly Pick<FindingProfile, "names">[]): NameCounts {
  const counts = new Map<string, number>();
  for (const { names } of portraits) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return { findings: portraits.length, counts };
}

/** Computes the traits of two findings. */
export function comparePair(one: FindingProfile, other: FindingProfile, names: NameCounts): Traits {
  const a = one.vectors;
  const b = other.vectors;
  const leadWords = cosine(a.lead, b.lead);
  const there = containment(a.title, b.text);
  const back = containment(b.title, a.text);
  const place = comparePlaces(one, other);
  const code = shareOf(one.code, other.code);
  return {
    titleWords: cosine(a.title, b.title),
    leadWords,
    proseWords: cosine(a.prose, b.prose),
    allWords: cosine(a.text, b.text),
    letters: cosine(a.letters, b.letters),
    titleInText: (there + back) / 2,
    titleInTextBoth: Math.min(there, back),
    fixWords: cosine(a.fix, b.fix),
    concepts: cosine(a.concepts, b.concepts),
    ...compareNames(one, other, names),
    quotedCode: code,
    someCode: code > 0 ? 1 : 0,
    edits: shareOf(one.edits, other.edits),
    ...place,
    wordsUnplaced: leadWords * place.noPlace,
    severityGap: Math.abs(severityLevel(one.finding.severity) - severityLevel(other.finding.severity)) / 2,
    ...compareClasses(one, other),
    ...compareKinds(one.kinds, other.kinds),
  };
}

function compareClasses(one: FindingProfile, other: FindingProfile): Pick<Traits, "sameClass" | "otherClass"> {
  const a = one.finding.class;
  const b = other.finding.class;
  if (a === undefined || b === undefined) return { sameClass: 0, otherClass: 0 };
  return a === b ? { sameClass: 1, otherClass: 0 } : { sameClass: 0, otherClass: 1 };
}

/** The share of the smaller set that is also in the other. */
function shareOf(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const [small, large] = some.size <= others.size ? [some, others] : [others, some];
  if (small.size === 0) return 0;
  let shared = 0;
  for (const line of small) if (large.has(line)) shared++;
  return shared / small.size;
}

function compareNames(
  one: FindingProfile,
  other: FindingProfile,
  { findings, counts }: NameCounts,
): Pick<Traits, "names" | "ownName"> {
  const rarity = (name: string): number => Math.log(1 + findings / (counts.get(name) ?? 1));
  const weight = (names: ReadonlySet<string>): number => {
    let sum = 0;
    for (const name of names) sum += rarity(name);
    return sum;
  };
  const shared = new Set([...one.names].filter((name) => other.names.has(name)));
  if (shared.size === 0) return { names: 0, ownName: 0 };
  // A name that only these two mention.
  const own = [...shared].some((name) => counts.get(name) === 2);
  return {
    names: weight(shared) / Math.sqrt(weight(one.names) * weight(other.names)),
    ownName: own ? 1 : 0,
  };
}
