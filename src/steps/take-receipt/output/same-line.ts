/** A line without what tools change: indentation, tabs, trailing spaces, a carriage return. */
export function normalise(line: string): string {
  const trimmed = line.trim();
  // Most lines need no more, and the test is much cheaper than the replacement.
  return UNEVEN.test(trimmed) ? trimmed.replace(/\s+/g, " ") : trimmed;
}

const UNEVEN = /\s\s|[^\S ]/;

/** Tools cut very long lines; this much of one must have been shown. */
const MUCH = 1000;

/** Whether a shown line is the wanted one. */
export function isSameLine(wanted: string, shown: string): boolean {
  if (wanted === shown) return true;
  const one = normalise(wanted);
  const other = normalise(shown);
  if (one === other) return true;
  return one.length > MUCH && other.length >= MUCH && one.slice(0, MUCH) === other.slice(0, MUCH);
}
