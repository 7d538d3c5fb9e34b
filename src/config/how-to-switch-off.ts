import type { Check } from "#model/change/analyzer.ts";

/** The three ways to switch off one check. */
interface SwitchHelp {
  /** In the configuration, everywhere. */
  readonly everywhere: string;
  /** In the configuration, for files that match a glob. */
  readonly forPaths: string;
  /** By a comment on the line, or on the line above it. */
  readonly onLine: string;
}

/** Describes how a check is switched off. The comment has the syntax of the check's first language. */
export function howToSwitchOff({ id, languages = [] }: Pick<Check, "id" | "languages">): SwitchHelp {
  const mark = HASH.has(languages[0] ?? "") ? "#" : "//";
  return {
    everywhere: `{ "checks": { "${id}": "off" } }`,
    forPaths: `{ "paths": { "legacy/**": ["${id}"] } }`,
    onLine: `${mark} deep-review-ignore ${id}: the reason`,
  };
}

const HASH: ReadonlySet<string> = new Set(["python", "bash", "ruby", "yaml", "toml", "dockerfile", "makefile"]);
