/** How a name joins its words. */
export type NameCase = "kebab-case" | "snake_case" | "camelCase" | "PascalCase";

/** The case of a name; undefined for one word in small letters and for capitals only, which fit several, and for hooks of React. */
export function nameCase(name: string): NameCase | undefined {
  // The library asks for `use…`, whatever the house does elsewhere.
  if (/^use[A-Z]/.test(name)) return undefined;
  const bare = name.replace(/^_+|_+$/g, "");
  if (/^[a-z][a-z\d]*(?:-[a-z\d]+)+$/.test(bare)) return "kebab-case";
  if (/^[a-z][a-z\d]*(?:_[a-z\d]+)+$/.test(bare)) return "snake_case";
  if (/^[a-z][a-z\d]*(?:[A-Z][A-Za-z\d]*)+$/.test(bare)) return "camelCase";
  if (/^[A-Z][A-Za-z\d]*[a-z][A-Za-z\d]*$/.test(bare)) return "PascalCase";
  return undefined;
}

/** The case that most of the names have. */
export function commonCase(cases: readonly NameCase[]): NameCase | undefined {
  const counts = new Map<NameCase, number>();
  for (const one of cases) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
