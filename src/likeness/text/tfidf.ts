/** A text as weighted terms, of length one (or empty). Terms are numbers of one call; only vectors of one call compare. */
export interface TextVector {
  /** Ascending. */
  readonly terms: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
}

/**
 * One vector a document, each term weighted by how often it stands there and how rare it is among these documents:
 * (1 + ln tf) · (1 + ln((n + 1) / (df + 1))), then scaled to length one.
 */
export function vectorsOf(documents: readonly (readonly string[])[]): TextVector[] {
  const numbers = new Map<string, number>();
  const spread: number[] = [];
  const counted = documents.map((tokens) => {
    const counts = new Map<number, number>();
    for (const token of tokens) {
      const term = numbers.get(token) ?? numbers.size;
      numbers.set(token, term);
      const before = counts.get(term) ?? 0;
      if (before === 0) spread[term] = (spread[term] ?? 0) + 1;
      counts.set(term, before + 1);
    }
    return counts;
  });
  const idf = spread.map((among) => 1 + Math.log((documents.length + 1) / (among + 1)));
  return counted.map((counts) => weigh(counts, idf));
}

/** How alike two texts are, from 0 (no common term) to 1. */
export function cosine(a: TextVector, b: TextVector): number {
  let sum = 0;
  for (let i = 0, j = 0; i < a.terms.length && j < b.terms.length;) {
    const left = a.terms[i]!;
    const right = b.terms[j]!;
    if (left === right) sum += a.weights[i++]! * b.weights[j++]!;
    else if (left < right) i++;
    else j++;
  }
  return Math.min(1, sum);
}

/** The cosine of each with each. By the terms they share, so that unlike texts cost nothing; 1 on the diagonal. */
export function cosines(vectors: readonly TextVector[]): number[][] {
  const holders = new Map<number, { readonly at: number; readonly weight: number }[]>();
  const rows = vectors.map((): number[] => Array.from({ length: vectors.length }, () => 0));
  for (const [i, { terms, weights }] of vectors.entries()) {
    const row = rows[i]!;
    for (const [position, term] of Array.from(terms).entries()) {
      const weight = weights[position]!;
      const before = holders.get(term) ?? [];
      for (const holder of before) row[holder.at]! += weight * holder.weight;
      before.push({ at: i, weight });
      holders.set(term, before);
    }
    for (let j = 0; j < i; j++) rows[j]![i] = row[j] = Math.min(1, row[j]!);
    row[i] = 1;
  }
  return rows;
}

function weigh(counts: ReadonlyMap<number, number>, idf: readonly number[]): TextVector {
  const terms = [...counts.keys()].sort((a, b) => a - b);
  const raw = terms.map((term) => (1 + Math.log(counts.get(term)!)) * idf[term]!);
  const length = Math.sqrt(raw.reduce((sum, weight) => sum + weight * weight, 0));
  return { terms, weights: raw.map((weight) => (length === 0 ? 0 : weight / length)) };
}
