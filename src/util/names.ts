/** The text as part of a name: lower-case letters, digits and single hyphens. May be empty. */
export function slug(text: string): string {
  return text
    .slice(0, 200)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60);
}

/** The name itself, or with the first number after it that makes it unique: `claude`, `claude-2`. */
export function freeName(base: string, isTaken: (name: string) => boolean): string {
  let name = base;
  for (let next = 2; isTaken(name); next++) name = `${base}-${next}`;
  return name;
}

/** The most similar word, if any differs in at most a third of its letters. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(Math.min(word.length, 60) / 3)) + 1;
  for (const candidate of words) {
    const distance = editDistance(word.slice(0, 60).toLowerCase(), candidate.slice(0, 60).toLowerCase());
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** How many letters to change, add, leave out or swap with their neighbour. */
function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 0; i < one.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++) {
      const change = (row[j] ?? 0) + (one[i] === other[j] ? 0 : 1);
      const isSwap = i > 0 && j > 0 && one[i] === other[j - 1] && one[i - 1] === other[j];
      const swap = isSwap ? (before[j - 1] ?? 0) + 1 : Infinity;
      next.push(Math.min(change, swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
