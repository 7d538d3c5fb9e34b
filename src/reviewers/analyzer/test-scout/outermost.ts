import type { Definition } from "#model/change/change-index.ts";

/** The functions that stand in no other function: inner ones are run by the outer one. */
export function outermost(definitions: readonly Definition[]): Definition[] {
  const kept: Definition[] = [];
  // By start, the longer first, so that an outer function comes before what it holds.
  for (const definition of definitions.filter(isFunction).sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (last === undefined || definition.end > last.end) kept.push(definition);
  }
  return kept;
}

/** True for functions and methods. */
export function isFunction({ kind }: Definition): boolean {
  return kind === "function" || kind === "method";
}
