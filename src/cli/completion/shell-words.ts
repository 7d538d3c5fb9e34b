import type { CommandSpec, Completes, OptionSpec } from "./spec.ts";

/** The text in single quotes, as every shell here reads it. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What lists the stored reviews: quick, silent, and right for the folder in which it is asked. */
export const LIST_REVIEWS = "deep-review list --ids 2>/dev/null";

/** The same of rounds that were cut short. */
export const LIST_ROUNDS = "deep-review list --unfinished --ids 2>/dev/null";

/** The same of panels: those of the repository, and those that are always there. */
export const LIST_PANELS = "deep-review config --panels 2>/dev/null";

/** What lists branches and tags. */
export const LIST_REVISIONS =
  "git for-each-ref --format='%(refname:short)' refs/heads refs/tags refs/remotes 2>/dev/null";

/** Every option that takes a value, once, however many commands have it. */
export function valueOptions(
  commands: readonly CommandSpec[],
): (Pick<OptionSpec, "names"> & { readonly value: Completes })[] {
  const known = new Map<string, { readonly names: readonly string[]; readonly value: Completes }>();
  for (const { names, value } of commands.flatMap(({ options }) => options)) {
    if (value !== undefined) known.set(names.join(), { names, value });
  }
  return [...known.values()];
}
