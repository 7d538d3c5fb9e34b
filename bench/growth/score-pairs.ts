import type { Panel } from "./panels.ts";

/** How groups of findings compare with what is true. */
export interface PairScore {
  readonly f1: number;
  /** Pairs in one group that are different problems. */
  readonly wrong: number;
  /** Those of them in which both have a place. */
  readonly wrongPlaced: number;
  /** Pairs of one problem in different groups. */
  readonly missed: number;
}

/** Counts pairs by how many findings of each problem each group holds, so that it stays quick for thousands. */
export function scorePairs(groups: readonly (readonly number[])[], { truth, findings }: Panel): PairScore {
  let joined = 0;
  let right = 0;
  let wrongPlaced = 0;
  for (const members of groups) {
    const placed = members.filter((at) => findings[at]!.locations.length > 0);
    joined += pairsOf(members.length);
    right += sumOfPairs(members.map((at) => truth[at]!));
    wrongPlaced += pairsOf(placed.length) - sumOfPairs(placed.map((at) => truth[at]!));
  }
  const all = sumOfPairs(truth);
  return {
    f1: joined + all === 0 ? 1 : (2 * right) / (joined + all),
    wrong: joined - right,
    wrongPlaced,
    missed: all - right,
  };
}

function sumOfPairs(problems: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const problem of problems) counts.set(problem, (counts.get(problem) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + pairsOf(count), 0);
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}
