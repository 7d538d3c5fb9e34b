/** A text as weighted terms, of length one (or empty). Terms are numbers of one lexicon, so only its vectors compare. */
export interface TextVector {
  /** Ascending. */
  readonly terms: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
}

/** How similar two texts are, from 0 (no common term) to 1. */
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

/** The cosine of all pairs, 1 on the diagonal. Iterates over shared terms, so that unrelated texts cost nothing. */
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
