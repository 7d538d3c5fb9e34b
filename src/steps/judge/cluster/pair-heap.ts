/** Two groups and how much they belong together. */
export interface ScoredPair {
  readonly a: number;
  readonly b: number;
  readonly score: number;
}

/** The pairs with the highest score first; of equals the one with the smaller numbers, so that order never matters. */
export class PairHeap {
  readonly #items: ScoredPair[] = [];

  offer(a: number, b: number, score: number): void {
    const items = this.#items;
    items.push({ a, b, score });
    for (let at = items.length - 1; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!before(items[at]!, items[parent]!)) break;
      [items[at], items[parent]] = [items[parent]!, items[at]!];
      at = parent;
    }
  }

  take(): ScoredPair | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (top === undefined || last === undefined || items.length === 0) return top;
    items[0] = last;
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      const right = left + 1;
      let first = at;
      if (left < items.length && before(items[left]!, items[first]!)) first = left;
      if (right < items.length && before(items[right]!, items[first]!)) first = right;
      if (first === at) return top;
      [items[at], items[first]] = [items[first]!, items[at]!];
      at = first;
    }
  }
}

function before(one: ScoredPair, other: ScoredPair): boolean {
  return one.score !== other.score ? one.score > other.score : one.a !== other.a ? one.a < other.a : one.b < other.b;
}
