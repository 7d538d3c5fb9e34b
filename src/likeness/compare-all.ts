import { candidatePairs } from "./candidates.ts";
import { comparePair, countNames, type Traits } from "./compare.ts";
import type { Portrait } from "./portrait.ts";

/** Two findings, by their place in the list, and what they have in common. */
export interface ComparedPair {
  readonly one: number;
  readonly other: number;
  readonly traits: Traits;
}

/** Compares every pair that may be one problem. */
export function compareAll(portraits: readonly Portrait[]): ComparedPair[] {
  const names = countNames(portraits);
  return candidatePairs(portraits).map(([one, other]) => ({
    one,
    other,
    traits: comparePair(portraits[one]!, portraits[other]!, names),
  }));
}
