import { candidatePairs } from "./candidates.ts";
import { comparePair, countNames, type Traits } from "./compare.ts";
import type { FindingProfile } from "./finding-profile.ts";

/** Two findings, as indexes, and their traits. */
export interface ComparedPair {
  readonly one: number;
  readonly other: number;
  readonly traits: Traits;
}

/** Compares all candidate pairs, or the given ones. */
export function compareAll(portraits: readonly FindingProfile[], pairs = candidatePairs(portraits)): ComparedPair[] {
  const names = countNames(portraits);
  return pairs.map(([one, other]) => ({
    one,
    other,
    traits: comparePair(portraits[one]!, portraits[other]!, names),
  }));
}
