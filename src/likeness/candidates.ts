import type { Portrait } from "./portrait.ts";

/** So many findings are compared each with each; beyond, only those that have something rare in common. */
const ALL_PAIRS_UP_TO = 150;
/** A term of more findings than this tells nothing about which two belong together. */
const COMMON = 32;
const PARTNERS = 12;

/** The pairs worth comparing, by their places in the list, the smaller first. */
export function candidatePairs(portraits: readonly Portrait[]): [number, number][] {
  return portraits.length <= ALL_PAIRS_UP_TO ? allPairs(portraits.length) : likelyPairs(portraits);
}

function allPairs(count: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let one = 0; one < count; one++) for (let other = one + 1; other < count; other++) pairs.push([one, other]);
  return pairs;
}

/** For each finding the partners that share the most weight of rare terms with it. */
function likelyPairs(portraits: readonly Portrait[]): [number, number][] {
  const holders = new Map<number, { at: number; weight: number }[]>();
  for (const [at, { vectors }] of portraits.entries()) {
    for (let i = 0; i < vectors.text.terms.length; i++) {
      const term = vectors.text.terms[i]!;
      const list = holders.get(term) ?? [];
      list.push({ at, weight: vectors.text.weights[i] ?? 0 });
      holders.set(term, list);
    }
  }
  const pairs = new Map<number, [number, number]>();
  for (const [at, { vectors }] of portraits.entries()) {
    const shared = new Map<number, number>();
    for (let i = 0; i < vectors.text.terms.length; i++) {
      const term = vectors.text.terms[i]!;
      const list = holders.get(term) ?? [];
      if (list.length > COMMON) continue;
      const weight = vectors.text.weights[i] ?? 0;
      for (const holder of list) {
        if (holder.at !== at) shared.set(holder.at, (shared.get(holder.at) ?? 0) + weight * holder.weight);
      }
    }
    const closest = [...shared].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, PARTNERS);
    for (const [partner] of closest) {
      const one = Math.min(at, partner);
      const other = Math.max(at, partner);
      pairs.set(one * portraits.length + other, [one, other]);
    }
  }
  return [...pairs.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}
