import type { FindingProfile } from "#likeness/finding-profile.ts";
import type { JoinRules, Link } from "./join.ts";

/** Log odds: less than this apart, two partners are equally good. */
const CLEARLY = 1;

/**
 * A finding without a place that fits several places equally well belongs to none of them: its links to findings with a
 * place are left out, so that a sentence which fits anywhere is not counted as a voice for whatever comes first.
 */
export function leaveUnplaced<T extends Link>(
  links: readonly T[],
  profiles: readonly FindingProfile[],
  { from, mayJoin }: Required<JoinRules>,
): T[] {
  const homes = new Map<number, Home[]>();
  for (const { one, other, probability } of links) {
    if (probability < from || isPlaced(one) === isPlaced(other)) continue;
    const [homeless, at] = isPlaced(one) ? [other, one] : [one, other];
    homes.set(homeless, [...(homes.get(homeless) ?? []), { at, probability }]);
  }
  const torn = new Set([...homes].filter(([, own]) => isTorn(own)).map(([at]) => at));
  return links.filter(({ one, other }) => isPlaced(one) === isPlaced(other) || !(torn.has(one) || torn.has(other)));

  function isPlaced(at: number): boolean {
    return profiles[at]!.places.length > 0;
  }

  function isTorn(own: readonly Home[]): boolean {
    const best = own.reduce((a, b) => (b.probability > a.probability ? b : a));
    return own.some(
      ({ at, probability }) =>
        at !== best.at && logit(best.probability) - logit(probability) < CLEARLY && !mayJoin([best.at], [at]),
    );
  }
}

interface Home {
  readonly at: number;
  readonly probability: number;
}

function logit(probability: number): number {
  return Math.log(probability / (1 - probability));
}
