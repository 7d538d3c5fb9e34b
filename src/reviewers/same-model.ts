/**
 * Whether the model that answered is the requested one. `opus` matches `claude-opus-5-5`, and a date or "preview" makes
 * no difference. A smaller size or another version does, so that a fallback to a weaker model is noticed.
 */
export function isSameModel(asked: string, answered: string): boolean {
  const wanted = wordsOf(asked);
  const actual = wordsOf(answered);
  if (wanted.every((word) => ANY.has(word))) return true;
  const missing = without(wanted, actual);
  const more = without(actual, wanted);
  if (missing.length > 0) return missing.every((word) => VENDORS.has(word)) && more.length === 0;
  const hasVersion = wanted.some(isVersion);
  return more.every((word) => VENDORS.has(word) || (isVersion(word) && !hasVersion));
}

/** Words that leave the choice to the program. */
const ANY = new Set(["auto", "default", "best"]);
const VENDORS = new Set(["claude", "gpt", "gemini", "anthropic", "openai", "google", "models"]);

const isVersion = (word: string): boolean => /^\d{1,2}$/.test(word);

/** The words of a name, without a leading path and without release suffixes. */
function wordsOf(model: string): string[] {
  return model
    .slice(-200)
    .toLowerCase()
    .replace(/^.*\//, "")
    .replace(/-(?:preview|exp|experimental)(?:-\d{2}-\d{2})?$/, "")
    .replace(/[-@](?:20\d{6}|20\d\d-\d\d-\d\d|latest|0\d\d)$/, "")
    .replace(/\[[^\]]{0,20}\]$/, "")
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** The first list minus the second, with multiplicity. */
function without(words: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  return words.filter((word) => {
    const at = rest.indexOf(word);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}
