/**
 * Whether a path matches a glob of `*`, `?` and `**`. Takes time proportional to both lengths, since the glob is
 * untrusted. A glob without a slash only matches the file name.
 */
export function matchGlob(path: string, glob: string): boolean {
  const names = path.split("/");
  if (!glob.includes("/")) return matchName(names.at(-1) ?? "", glob);
  return matchSequence(names, glob.replace(/^\.?\//, "").split("/"), {
    isAny: (part) => part === "**",
    matches: matchName,
  });
}

function matchName(name: string, pattern: string): boolean {
  return matchSequence([...name], [...pattern], {
    isAny: (sign) => sign === "*",
    matches: (character, sign) => sign === "?" || sign === character,
  });
}

interface Rule {
  readonly isAny: (part: string) => boolean;
  readonly matches: (item: string, part: string) => boolean;
}

/** Backtracks only to the last `any`, which is sufficient. */
function matchSequence(items: readonly string[], parts: readonly string[], { isAny, matches }: Rule): boolean {
  let [item, part] = [0, 0];
  let again: { item: number; readonly part: number } | undefined;
  while (item < items.length) {
    const wanted = parts[part];
    if (wanted !== undefined && isAny(wanted)) {
      again = { item, part };
      part += 1;
    } else if (wanted !== undefined && matches(items[item] ?? "", wanted)) {
      item += 1;
      part += 1;
    } else if (again !== undefined) {
      again.item += 1;
      item = again.item;
      part = again.part + 1;
    } else return false;
  }
  return parts.slice(part).every(isAny);
}
