/** How many seconds a server's words ask to wait: `try again in 2 hours 5 minutes`, `Please retry in 1.3s`. */
export function waitIn(words: string): number | undefined {
  const at = words.search(/(?:try again|retry) (?:in|after) /i);
  if (at === -1) return undefined;
  const told = words.slice(at, at + 80);
  const parts = UNITS.flatMap(([pattern, seconds]) => {
    const count = pattern.exec(told)?.[1];
    return count === undefined ? [] : [Number(count) * seconds];
  });
  return parts.length === 0 ? undefined : Math.ceil(parts.reduce((sum, part) => sum + part, 0));
}

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/(\d{1,6}(?:\.\d{1,6})?) ?(?:seconds?|secs?|s)\b/i, 1],
  [/(\d{1,6}) ?(?:minutes?|mins?|m)\b/i, 60],
  [/(\d{1,6}) ?(?:hours?|hrs?|h)\b/i, 3600],
  [/(\d{1,6}) ?(?:days?|d)\b/i, 86_400],
];
