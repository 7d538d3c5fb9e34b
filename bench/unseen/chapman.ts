/**
 * Chapman's estimate from two samples, which the program does not use: the bench shows why. Undefined below seven in both,
 * where it is biased even if its model holds (Robson and Regier, 1964).
 */
export function chapman(
  one: number,
  other: number,
  both: number,
): { readonly unseen: number; readonly low: number; readonly high: number } | undefined {
  if (both < 7) return undefined;
  const all = ((one + 1) * (other + 1)) / (both + 1) - 1;
  const unseen = Math.max(0, all - (one + other - both));
  const variance = ((one + 1) * (other + 1) * (one - both) * (other - both)) / ((both + 1) ** 2 * (both + 2));
  if (unseen === 0) return { unseen, low: 0, high: 1.96 * Math.sqrt(variance) };
  const reach = Math.exp(1.96 * Math.sqrt(Math.log(1 + variance / unseen ** 2)));
  return { unseen, low: unseen / reach, high: unseen * reach };
}
