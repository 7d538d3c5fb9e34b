/** Joins what is alike on average until no two clusters are alike enough. Deterministic; for panels of some dozens. */
export function averageLink(likeness: readonly (readonly number[])[], threshold: number): number[][] {
  const clusters = likeness.map((_, at) => [at]);
  for (;;) {
    let best = { value: threshold, a: -1, b: -1 };
    for (let a = 0; a < clusters.length; a++) {
      for (let b = a + 1; b < clusters.length; b++) {
        const value = meanBetween(likeness, clusters[a]!, clusters[b]!);
        if (value > best.value) best = { value, a, b };
      }
    }
    if (best.a < 0) return clusters;
    clusters[best.a]!.push(...clusters[best.b]!);
    clusters.splice(best.b, 1);
  }
}

function meanBetween(
  likeness: readonly (readonly number[])[],
  left: readonly number[],
  right: readonly number[],
): number {
  let sum = 0;
  for (const i of left) for (const j of right) sum += likeness[i]![j]!;
  return sum / (left.length * right.length);
}
