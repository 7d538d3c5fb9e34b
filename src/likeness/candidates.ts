import { nearestInFile } from "./neighbours.ts";
import type { FindingProfile } from "./finding-profile.ts";

/** How many partners a finding has by words, and how many before and after it in a file. */
const PARTNERS = { byWords: 24, byPlace: 12 };
/** With fewer partners, a finding is also compared with its neighbours in the list, so that its nearest is known. */
const MIN_COUNT = 8;
/** A finding's words are looked up from the rarest on, until this many findings were seen. */
const MAX_LOOKUPS = 1_000;

/**
 * The pairs worth comparing, as indexes, the smaller first: findings close to each other in a file, those with one title
 * there, and those whose words share the most weight. The rule is the same at every size and takes nearly linear time.
 */
export function candidatePairs(portraits: readonly FindingProfile[]): [number, number][] {
  const pairs = new Map<number, [number, number]>();
  const add = (at: number, partner: number): void => {
    const one = Math.min(at, partner);
    const other = Math.max(at, partner);
    if (one !== other) pairs.set(one * portraits.length + other, [one, other]);
  };
  const nearWords = nearestByWords(portraits);
  const nearPlace = nearestInFile(
    portraits.map(({ places, finding }) => ({ places, title: finding.title })),
    PARTNERS.byPlace,
  );
  for (const at of portraits.keys()) {
    const partners = [...nearWords(at), ...(nearPlace[at] ?? [])];
    for (const partner of partners) add(at, partner);
    for (let next = 1; next <= MIN_COUNT - partners.length && next < portraits.length; next++) {
      add(at, (at + next) % portraits.length);
    }
  }
  return [...pairs.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** Every pair, for few findings. Training uses it. */
export function allPairs(count: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let one = 0; one < count; one++) for (let other = one + 1; other < count; other++) pairs.push([one, other]);
  return pairs;
}

interface Holders {
  readonly at: number[];
  readonly weights: number[];
}

/** The partners whose words share the most weight with a finding. */
function nearestByWords(portraits: readonly FindingProfile[]): (at: number) => number[] {
  const holders = holdersOf(portraits);
  const scores = new Float64Array(portraits.length);
  return (at) => {
    const { terms, weights } = portraits[at]!.vectors.text;
    const held = Array.from(terms, (term, i) => ({ by: holders.get(term)!, weight: weights[i]! }));
    held.sort((a, b) => a.by.at.length - b.by.at.length);
    const met: number[] = [];
    let left = MAX_LOOKUPS;
    for (const { by, weight } of held) {
      left -= by.at.length;
      if (left < 0) break;
      for (const [i, partner] of by.at.entries()) {
        if (partner === at) continue;
        if (scores[partner] === 0) met.push(partner);
        scores[partner]! += weight * by.weights[i]!;
      }
    }
    const sorted = met.toSorted((a, b) => scores[b]! - scores[a]! || a - b);
    for (const partner of met) scores[partner] = 0;
    return sorted.slice(0, PARTNERS.byWords);
  };
}

function holdersOf(portraits: readonly FindingProfile[]): ReadonlyMap<number, Holders> {
  const holders = new Map<number, Holders>();
  for (const [at, { vectors }] of portraits.entries()) {
    for (let i = 0; i < vectors.text.terms.length; i++) {
      const term = vectors.text.terms[i]!;
      const list = holders.get(term) ?? { at: [], weights: [] };
      list.at.push(at);
      list.weights.push(vectors.text.weights[i]!);
      holders.set(term, list);
    }
  }
  return holders;
}
