/** A part of a whole; undefined, not zero, for an empty whole. */
export function share(part: number, whole: number): number | undefined {
  return whole > 0 ? part / whole : undefined;
}

/** The quantile of the values, by linear interpolation. Undefined without values. */
export function quantile(values: readonly number[], part: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const low = sorted[Math.floor(place)];
  const high = sorted[Math.ceil(place)];
  return low === undefined || high === undefined ? undefined : low + (high - low) * (place - Math.floor(place));
}

/** The 95 % confidence interval of a rate (Wilson). */
export function wilson(part: number, whole: number): { readonly low: number; readonly high: number } | undefined {
  if (whole <= 0) return undefined;
  const z = 1.96;
  const rate = part / whole;
  const weight = 1 + (z * z) / whole;
  const centre = (rate + (z * z) / (2 * whole)) / weight;
  const spread = (z / weight) * Math.sqrt((rate * (1 - rate)) / whole + (z * z) / (4 * whole * whole));
  return { low: Math.max(0, centre - spread), high: Math.min(1, centre + spread) };
}

/** The end of an axis and its four to six ticks, 1, 2, 2.5 or 5 times a power of ten apart. */
export function niceTicks(max: number): readonly number[] {
  // Beyond these a step would be lost in rounding, and the loop below would not terminate.
  const top = max >= 1e-6 ? Math.min(max, 1e15) : 1;
  const power = 10 ** Math.floor(Math.log10(top / 4));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= top / 5) ?? power * 10;
  const ticks: number[] = [];
  for (let i = 0; i <= Math.ceil(top / step - 1e-9); i += 1) ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}
