/**
 * Whether the model that answered is the one that was asked for. `opus` is `claude-opus-5-5`, and a date or "preview"
 * makes no other model; a smaller size or another version does: a fall-back to a weaker model must be seen.
 */
export function isSameModel(asked: string, answered: string): boolean {
  const [wanted, told] = [wordsOf(asked), wordsOf(answered)];
  if (wanted.every((word) => ANY.has(word))) return true;
  const missing = without(wanted, told);
  const more = without(told, wanted);
  if (missing.length > 0) return missing.every((word) => VENDORS.has(word)) && more.length === 0;
  const hasVersion = wanted.some(isVersion);
  return more.every((word) => VENDORS.has(word) || (isVersion(word) && !hasVersion));
}

/** Words that leave the choice to the program. */
const ANY = new Set(["auto", "default", "best"]);
const VENDORS = new Set(["claude", "gpt", "gemini", "anthropic", "openai", "google", "models"]);

const isVersion = (word: string): boolean => /^\d{1,2}$/.test(word);

/** The words of a name, without the path before it and without what only says which issue of a model it is. */
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

/** The first list without what stands in the second, each word as often as it stands there. */
function without(words: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  return words.filter((word) => {
    const at = rest.indexOf(word);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}
