import type { MayJoin } from "./find-differences.ts";

/** Two findings, by their place in the list, and how probable it is that they are one problem. */
export interface Link {
  readonly one: number;
  readonly other: number;
  readonly probability: number;
}

/** The probability of a pair that was not compared. */
const UNCOMPARED = 0.01;

/** What joining takes. */
export interface JoinRules {
  /** The least average probability. */
  readonly from: number;
  /** Whether two groups may be joined at all. Default: always. */
  readonly mayJoin?: MayJoin;
}

/**
 * Joins findings to groups, the most probable first, while two groups are on average at least that probably the same.
 * The average over all pairs of two groups decides, so one likely pair cannot glue a chain of different problems
 * together. The result does not depend on the order of the links.
 */
export function joinLinks(count: number, links: readonly Link[], { from, mayJoin }: JoinRules): number[][] {
  const groups = new Map<number, number[]>(Array.from({ length: count }, (_, at) => [at, [at]]));
  const neighbours = new Map<number, Map<number, Edge>>();
  const connect = (a: number, b: number, edge: Edge): void => {
    for (const [here, there] of [
      [a, b],
      [b, a],
    ] as const) {
      const known = neighbours.get(here) ?? new Map<number, Edge>();
      known.set(there, edge);
      neighbours.set(here, known);
    }
  };
  for (const { one, other, probability } of links) {
    connect(one, other, { sum: probability, pairs: 1 });
  }
  const heap = new PairHeap();
  for (const [a, edges] of neighbours) {
    for (const [b, edge] of edges) if (a < b) heap.offer(a, b, meanOf(edge, 1));
  }
  for (let top = heap.take(); top !== undefined && top.score >= from; top = heap.take()) {
    const { a, b } = top;
    const left = groups.get(a);
    const right = groups.get(b);
    const edge = neighbours.get(a)?.get(b);
    if (left === undefined || right === undefined || edge === undefined) continue;
    if (meanOf(edge, left.length * right.length) !== top.score) continue;
    if (mayJoin?.(left, right) === false) continue;
    groups.set(
      a,
      [...left, ...right].sort((x, y) => x - y),
    );
    groups.delete(b);
    const size = left.length + right.length;
    const joined = merge(neighbours.get(a), neighbours.get(b));
    joined.delete(a);
    joined.delete(b);
    for (const c of neighbours.get(b)?.keys() ?? []) neighbours.get(c)?.delete(b);
    neighbours.delete(b);
    neighbours.set(a, joined);
    for (const [c, next] of joined) {
      neighbours.get(c)?.set(a, next);
      heap.offer(Math.min(a, c), Math.max(a, c), meanOf(next, size * (groups.get(c)?.length ?? 1)));
    }
  }
  return [...groups.values()].sort((x, y) => (x[0] ?? 0) - (y[0] ?? 0));
}

interface Edge {
  readonly sum: number;
  readonly pairs: number;
}

function meanOf({ sum, pairs }: Edge, all: number): number {
  return (sum + (all - pairs) * UNCOMPARED) / all;
}

function merge(
  some: ReadonlyMap<number, Edge> = new Map(),
  others: ReadonlyMap<number, Edge> = new Map(),
): Map<number, Edge> {
  const merged = new Map(some);
  for (const [to, edge] of others) {
    const known = merged.get(to);
    merged.set(to, known === undefined ? edge : { sum: known.sum + edge.sum, pairs: known.pairs + edge.pairs });
  }
  return merged;
}

/** Two groups and how much they belong together. */
interface ScoredPair {
  readonly a: number;
  readonly b: number;
  readonly score: number;
}

/** The pairs with the highest score first; of equals the one with the smaller numbers, so that order never matters. */
class PairHeap {
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
