import type { ComparedPair } from "#likeness/compare-all.ts";

/** For each finding those that are like it at all, and how much, from 0 to 1. */
export type Near = readonly ReadonlyMap<number, number>[];

/** Below this a nearest neighbour is no yardstick. */
const FAINT = 0.05;

/**
 * How alike findings are by their words and letters, lowered where one of the two has a nearer neighbour. Measured on
 * the reviews of ten products, this says more about which findings stand than the probability of being the same.
 */
export function nearFindings(count: number, pairs: readonly ComparedPair[]): Near {
  const nearest = Array.from({ length: count }, () => FAINT);
  const plain = pairs.map(({ one, other, traits }) => {
    const likeness = (traits.allWords + traits.letters) / 2;
    nearest[one] = Math.max(nearest[one] ?? FAINT, likeness);
    nearest[other] = Math.max(nearest[other] ?? FAINT, likeness);
    return { one, other, likeness };
  });
  const near = Array.from({ length: count }, () => new Map<number, number>());
  for (const { one, other, likeness } of plain) {
    const against = Math.max(nearest[one] ?? FAINT, nearest[other] ?? FAINT);
    const lowered = likeness * Math.sqrt(likeness / against);
    near[one]?.set(other, lowered);
    near[other]?.set(one, lowered);
  }
  return near;
}
