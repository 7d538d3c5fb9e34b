import type { Check } from "#model/change/analyzer.ts";

/** How one check is switched off, in each of the three ways. */
export interface SwitchHelp {
  /** In the configuration, everywhere. */
  readonly everywhere: string;
  /** In the configuration, for files that a glob matches. */
  readonly forPaths: string;
  /** By a comment on the line, or on the line above it. */
  readonly onLine: string;
}

/** Says for a check how it is switched off; the comment is written as its first language writes it. */
export function howToSwitchOff({ id, languages = [] }: Pick<Check, "id" | "languages">): SwitchHelp {
  const mark = HASH.has(languages[0] ?? "") ? "#" : "//";
  return {
    everywhere: `{ "checks": { "${id}": "off" } }`,
    forPaths: `{ "paths": { "legacy/**": ["${id}"] } }`,
    onLine: `${mark} deep-review-ignore ${id}: the reason`,
  };
}

const HASH: ReadonlySet<string> = new Set(["python", "bash", "ruby", "yaml", "toml", "dockerfile", "makefile"]);
