/** The budget of a round, shared by all runs that report their cost. */
export interface Budget {
  /** In US dollars. Undefined: no limit. */
  readonly limit: number | undefined;
  /** Announces the number of runs of this name still to come. A later call replaces the number. */
  expect(name: string, runs: number): void;
  /**
   * Reserves and returns a share for a run that takes a limit and reports its cost only at the end. Undefined without a
   * limit. The shares of all runs never exceed the limit.
   */
  reserve(run: object, name?: string): number | undefined;
  /** Frees what an ended run did not spend of its share. */
  release(run: object): void;
  /** Counts what the round spent before it was resumed. */
  countEarlier(costUsd: number): void;
  /** Sets what a run has cost so far. */
  spend(run: object, costUsd: number): void;
  /** Neither spent nor reserved. Undefined without a limit. */
  readonly left: number | undefined;
  /** Aborted when the limit is exceeded. */
  readonly signal: AbortSignal;
}

export function openBudget(limit: number | undefined): Budget {
  let spent = 0;
  const costs = new Map<object, number>();
  const shares = new Map<object, number>();
  const expected = new Map<string, number>();
  const controller = new AbortController();
  const checkLimit = (): void => {
    if (limit !== undefined && spent + sum(costs.values()) > limit) controller.abort();
  };
  const left = (max: number): number => {
    const runs = new Set([...costs.keys(), ...shares.keys()]);
    const taken = [...runs].map((run) => Math.max(costs.get(run) ?? 0, shares.get(run) ?? 0));
    return Math.max(0, max - spent - sum(taken));
  };
  return {
    limit,
    expect: (name, runs) => void expected.set(name, runs),
    reserve(run, name = "") {
      if (limit === undefined) return undefined;
      const toCome = sum(expected.values());
      const own = expected.get(name) ?? 0;
      if (own > 0) expected.set(name, own - 1);
      // Nobody knows how many unannounced runs will come, so each leaves something for the next.
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

/** To a hundredth of a cent: precise enough for a command line. */
const roundDown = (usd: number): number => Math.floor(usd * 10_000) / 10_000;
