import type { CommandSpec, Completes, OptionSpec } from "./spec.ts";

/** The text in single quotes, for bash and zsh. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Every option that takes a value, once. */
export function valueOptions(
  commands: readonly CommandSpec[],
): (Pick<OptionSpec, "names"> & { readonly value: Completes })[] {
  const known = new Map<string, { readonly names: readonly string[]; readonly value: Completes }>();
  for (const { names, value } of commands.flatMap(({ options }) => options)) {
    if (value !== undefined) known.set(names.join(), { names, value });
  }
  return [...known.values()];
}
