/** Whether a name has several words (`retryLimit`, `retry_limit`), so that prose does not contain it by chance. */
export function isCompound(name: string): boolean {
  if (name.length < 5) return false;
  return /[A-Za-z0-9]_[A-Za-z0-9]/.test(name) || /[a-z0-9][A-Z]/.test(name) || /[A-Z]{2}[a-z]{2}/.test(name);
}

/** The words of a name in lower case: `maxHTTPRetries` → max, http, retries. */
export function identifierWords(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== "")
    .map((part) => part.toLowerCase());
}

/** A dashed name as code spells it: `dry-run` → dryRun, DryRun, dry_run, DRY_RUN. */
export function spellings(dashed: string): string[] {
  const parts = identifierWords(dashed);
  const capital = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  const pascal = capital.join("");
  return [pascal.charAt(0).toLowerCase() + pascal.slice(1), pascal, parts.join("_"), parts.join("_").toUpperCase()];
}

/** Whether the line contains the name by itself, not as part of a path, a file name, a dashed name or an address. */
export function namesIt(line: string, name: string): boolean {
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + name.length)) {
    const before = line.charAt(at - 1);
    const after = line.slice(at + name.length, at + name.length + 8);
    if (
      !/[\w/$-]/.test(before) &&
      !/^(?:[\w/-]|\.(?:bats|sh|bash|py|rb|go|rs|[cm]?[jt]sx?|java|cs|c|h|cpp|md|rst|json|ya?ml|toml|txt|html)\b)/.test(
        after,
      )
    )
      return true;
  }
  return false;
}
