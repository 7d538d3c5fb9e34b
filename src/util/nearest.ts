/** The word that is most like this one, if any is like it at all: a third of its letters may differ. */
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

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, rival] of [...other].entries()) {
      const change = (row[j] ?? 0) + (letter === rival ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
