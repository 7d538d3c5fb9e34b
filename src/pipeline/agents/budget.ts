/** What a round may spend, over all runs that tell their cost. */
export interface Budget {
  /** In US dollars; absent: as much as it takes. */
  readonly limit: number | undefined;
  /** So many runs of this name are to come; said again, it replaces what was said before. */
  expect(name: string, runs: number): void;
  /**
   * Sets aside a share for a run that takes a limit and tells its cost only at the end, and gives it; undefined without
   * a limit. The shares of all runs never come to more than the limit.
   */
  reserve(run: object, name?: string): number | undefined;
  /** The run has ended: what it did not spend of its share is free again. */
  release(run: object): void;
  /** What the part of the round that came before has spent. */
  countEarlier(costUsd: number): void;
  /** A run tells what it has cost so far. */
  spend(run: object, costUsd: number): void;
  /** What is neither spent nor set aside; undefined without a limit. */
  readonly left: number | undefined;
  /** Aborted when the limit is passed. */
  readonly signal: AbortSignal;
}

/** Opens the budget of a round. */
export function openBudget(limit: number | undefined): Budget {
  let spent = 0;
  const costs = new Map<object, number>();
  const shares = new Map<object, number>();
  const expected = new Map<string, number>();
  const controller = new AbortController();
  const checkLimit = (): void => {
    if (limit !== undefined && spent + sum(costs.values()) > limit) controller.abort();
  };
  const left = (most: number): number => {
    const runs = new Set([...costs.keys(), ...shares.keys()]);
    const taken = [...runs].map((run) => Math.max(costs.get(run) ?? 0, shares.get(run) ?? 0));
    return Math.max(0, most - spent - sum(taken));
  };
  return {
    limit,
    expect: (name, runs) => void expected.set(name, runs),
    reserve(run, name = "") {
      if (limit === undefined) return undefined;
      const toCome = sum(expected.values());
      const own = expected.get(name) ?? 0;
      if (own > 0) expected.set(name, own - 1);
      // Nobody knows how many there will be of those that were not expected: each leaves something for the next.
      const share = roundDown(left(limit) / (own > 0 ? toCome : toCome + 2));
      shares.set(run, share);
      return share;
    },
    release: (run) => void shares.delete(run),
    countEarlier(costUsd) {
      spent += costUsd;
      checkLimit();
    },
    spend(run, costUsd) {
      costs.set(run, costUsd);
      checkLimit();
    },
    get left() {
      return limit === undefined ? undefined : left(limit);
    },
    signal: controller.signal,
  };
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

/** To a hundredth of a cent, which is as much as a command line needs. */
const roundDown = (usd: number): number => Math.floor(usd * 10_000) / 10_000;
