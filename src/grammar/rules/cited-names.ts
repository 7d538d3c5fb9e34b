/** A file, folder or identifier that a text cites in code marks. */
export interface CitedName {
  readonly kind: "path" | "symbol";
  readonly name: string;
}

/**
 * The names of code that a rule certainly cites: paths, and identifiers that only code spells that way. Not commands,
 * options, plain words, or what the rule forbids.
 */
export function citedNames(text: string): CitedName[] {
  const names = new Map<string, CitedName>();
  for (const match of text.slice(0, MAX_TEXT).matchAll(/`([^`\n]{2,200})`/g)) {
    const before = text.slice(Math.max(0, match.index - REACH), match.index);
    if (UNWANTED.test(before.slice(before.search(/[^.;]*$/)))) continue;
    const name = readName(match[1]?.trim() ?? "");
    if (name !== undefined) names.set(name.name, name);
  }
  return [...names.values()];
}

const MAX_TEXT = 20_000;
const REACH = 200;
/** Words that precede something that is absent on purpose. */
const UNWANTED =
  /\b(?:not|never|avoid|instead of|rather than|without|no longer|removed?|renamed|deprecated|replace[sd]?|former(?:ly)?|old|legacy|don't|no|e\.g|for example|such as|like)\b/i;

function readName(span: string): CitedName | undefined {
  const path = span.replace(/:\d+(?:-\d+)?$/, "").replace(/^\.\//, "");
  if (isPath(path)) return { kind: "path", name: path.replace(/\/$/, "") };
  const isCall = /^[\w.:$#>-]+\([^`]*\)$/.test(span);
  const whole = isCall ? span.slice(0, span.indexOf("(")) : span;
  const name = whole.split(/\.|::|#|->/).at(-1) ?? "";
  if (!/^[A-Za-z_$][\w$]{4,80}$/.test(name) || !/^[\w.:$#>-]+$/.test(whole)) return undefined;
  const isOfCode = isCall || /[a-z0-9][A-Z]/.test(name) || /[A-Za-z0-9]_[A-Za-z0-9]/.test(name);
  return isOfCode ? { kind: "symbol", name } : undefined;
}

/** `src/mail/send.ts`, `src/mail/`, `style-guide.md`; not an address, package, option, glob or media type. */
function isPath(text: string): boolean {
  if (!/^[\w.][\w.+/@-]*$/.test(text) || text.includes("//") || text.split("/").includes("..")) return false;
  return (
    text.includes("/") ||
    /^[\w.-]+\.(?:[cm]?[jt]sx?|go|py|rb|rs|java|kt|swift|cs|cpp|[ch]|sh|sql|md|ya?ml|json|toml|proto)$/.test(text)
  );
}
