import {
  countFiles,
  distanceOf,
  linesBetween,
  namesFileOf,
  type NameSpread,
  nameTheSame,
} from "#likeness/elsewhere.ts";
import type { FindingProfile } from "#likeness/finding-profile.ts";
import { checkOf } from "#model/finding.ts";
import type { Location } from "#model/location.ts";

/** Whether two groups of findings, by their places in the list, may be one problem at all. */
export type MayJoin = (left: readonly number[], right: readonly number[]) => boolean;

/** What separates findings apart from their places. */
export interface ApartFacts {
  /** The built-in reviewers, whose findings are exact. */
  readonly analyzers: ReadonlySet<string>;
  /** The commenters. Anybody can comment, so the places they cite do not join findings of others. */
  readonly commenters: ReadonlySet<string>;
  /** How probable it is that two findings are one problem, where they were compared. */
  readonly probability: (one: number, other: number) => number | undefined;
}

/** Below this probability, two findings of one reviewer are different problems. */
const APART = 0.2;

/**
 * Similar words alone do not join findings. Findings about different files, or distant lines of one file, are different
 * problems, unless one names the other's file, both name the same specific things, or a third that is joined with them
 * cites both places. Two findings of one reviewer with different places are two problems.
 */
export function findDifferences(profiles: readonly FindingProfile[], facts: ApartFacts): MayJoin {
  const places = new PlaceRules(profiles, facts);
  return (left, right) => {
    for (const one of left) {
      for (const other of right) {
        const verdict = places.verdictOn(one, other);
        if (verdict === "never") return false;
        if (verdict === "elsewhere" && !places.isBridged(one, other, [left, right])) return false;
      }
    }
    return true;
  };
}

/** `elsewhere`: the places differ, but another finding may connect them. */
type Verdict = "possible" | "elsewhere" | "never";

class PlaceRules {
  readonly #profiles: readonly FindingProfile[];
  readonly #facts: ApartFacts;
  readonly #spread: NameSpread;

  constructor(profiles: readonly FindingProfile[], facts: ApartFacts) {
    this.#profiles = profiles.map(placeByText);
    this.#facts = facts;
    this.#spread = countFiles(profiles);
  }

  verdictOn(one: number, other: number): Verdict {
    const a = this.#profiles[one]!;
    const b = this.#profiles[other]!;
    if (this.#areDifferentHits(a, b)) return "never";
    if (a.places.length === 0 || b.places.length === 0) return "possible";
    if (a.finding.reviewer === b.finding.reviewer) return this.#isRepeated(one, other) ? "possible" : "never";
    const distance = distanceOf(a, b);
    if (distance === "near") return "possible";
    return nameTheSame(a, b, { distance, spread: this.#spread }) ? "possible" : "elsewhere";
  }

  /** Whether another finding in the groups cites both places. */
  isBridged(one: number, other: number, groups: readonly (readonly number[])[]): boolean {
    const touches = (at: number, partner: number): boolean =>
      distanceOf(this.#profiles[at]!, this.#profiles[partner]!) === "near";
    return groups.some((members) =>
      members.some(
        (at) =>
          at !== one &&
          at !== other &&
          this.#profiles[at]!.places.length > 1 &&
          !this.#facts.commenters.has(this.#profiles[at]!.finding.reviewer) &&
          touches(at, one) &&
          touches(at, other),
      ),
    );
  }

  /** Two checks ask two questions, also where one reviewer runs both, and every hit of a check is a finding. */
  #areDifferentHits({ finding: a }: FindingProfile, { finding: b }: FindingProfile): boolean {
    const { analyzers } = this.#facts;
    if (!analyzers.has(a.reviewer) || !analyzers.has(b.reviewer)) return false;
    return a.reviewer === b.reviewer || checkOf(a) !== checkOf(b);
  }

  /** Whether a reviewer repeats itself: on the same lines, or naming the other file. */
  #isRepeated(one: number, other: number): boolean {
    const a = this.#profiles[one]!;
    const b = this.#profiles[other]!;
    if (a.placed && b.placed && (this.#facts.probability(one, other) ?? 0) < APART) return false;
    return overlap(a.places, b.places) || namesFileOf(a, b) || namesFileOf(b, a);
  }
}

/** A finding that cites no place is about the files that its text names. */
function placeByText(profile: FindingProfile): FindingProfile {
  if (profile.places.length > 0) return profile;
  return { ...profile, places: [...profile.mentions.files].map((path) => ({ path })) };
}

/** By the path as written: a reviewer that writes `package.json` and `web/package.json` means two files. */
function overlap(some: readonly Location[], others: readonly Location[]): boolean {
  return some.some((one) => others.some((other) => one.path === other.path && linesBetween(one, other) === 0));
}
