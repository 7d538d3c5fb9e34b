import { candidatePairs } from "./candidates.ts";
import { comparePair, countNames, type Traits } from "./compare.ts";
import type { FindingProfile } from "./finding-profile.ts";

/** Two findings, by their place in the list, and what they have in common. */
export interface ComparedPair {
  readonly one: number;
  readonly other: number;
  readonly traits: Traits;
}

/** Compares every pair that may be one problem; or those that are given. */
export function compareAll(portraits: readonly FindingProfile[], pairs = candidatePairs(portraits)): ComparedPair[] {
  const names = countNames(portraits);
  return pairs.map(([one, other]) => ({
    one,
    other,
    traits: comparePair(portraits[one]!, portraits[other]!, names),
  }));
}
