/** Sorts of problems that are rarely the same even on the same lines, such as a bug and the missing test for it. */
const KINDS: Readonly<Record<string, RegExp>> = {
  test: /\b(?:tests?|testing|coverage|untested|asserts?|assertions?|specs?)\b/i,
  documentation: /\b(?:docs?|documentation|documents?|documented|comments?|readme|changelog|typos?|wording)\b/i,
  naming: /\b(?:naming|renames?|renamed|misnamed|misleading name)\b/i,
  unused: /\b(?:unused|dead code|redundant|duplicates?|duplicated|duplication|unreachable)\b/i,
};

/** The sorts of problem that the title names. */
export function kindsOf(title: string): Set<string> {
  const kinds = new Set<string>();
  for (const [kind, pattern] of Object.entries(KINDS)) if (pattern.test(title)) kinds.add(kind);
  return kinds;
}

/** Whether two titles name the same sort of problem, or at most one of them names one. */
export function compareKinds(
  some: ReadonlySet<string>,
  others: ReadonlySet<string>,
): { readonly sameKind: number; readonly otherKind: number } {
  let shared = 0;
  let apart = 0;
  for (const kind of Object.keys(KINDS)) {
    if (some.has(kind) && others.has(kind)) shared++;
    else if (some.has(kind) !== others.has(kind)) apart++;
  }
  return { sameKind: Math.min(shared, 1), otherKind: shared > 0 ? 0 : Math.min(apart, 1) };
}
