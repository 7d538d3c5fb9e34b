/** Ending, replacement, and how many letters must remain before it. The first match is used. */
const ENDINGS: readonly (readonly [ending: string, instead: string, left: number])[] = [
  ["izations", "iz", 3],
  ["ization", "iz", 3],
  ["ations", "at", 3],
  ["ation", "at", 3],
  ["ating", "at", 3],
  ["ated", "at", 3],
  ["ates", "at", 3],
  ["ate", "at", 3],
  ["ments", "ment", 3],
  ["iness", "y", 3],
  ["ness", "", 3],
  ["ingly", "", 4],
  ["edly", "", 4],
  ["ising", "iz", 3],
  ["izing", "iz", 3],
  ["ised", "iz", 3],
  ["ized", "iz", 3],
  ["izes", "iz", 3],
  ["ize", "iz", 3],
  ["ies", "y", 2],
  ["ied", "y", 2],
  ["sses", "ss", 2],
  ["ing", "", 3],
  ["ers", "er", 3],
  ["ed", "", 3],
  ["es", "", 3],
  ["ly", "", 4],
  ["s", "", 3],
  ["e", "", 3],
];

/** The word without its ending, so that "validates", "validated" and "validation" match. Deliberately light. */
export function stem(word: string): string {
  if (word.length < 4 || /^\d/.test(word)) return word;
  for (const [ending, instead, left] of ENDINGS) {
    if (!word.endsWith(ending) || word.length - ending.length < left) continue;
    if (ending === "s" && /[sui]s$/.test(word)) return word;
    return single(word.slice(0, word.length - ending.length) + instead);
  }
  return word;
}

/** "running" and "run": a doubled last consonant becomes one. */
function single(stemmed: string): string {
  return /([bdgkmnprt])\1$/.test(stemmed) ? stemmed.slice(0, -1) : stemmed;
}
