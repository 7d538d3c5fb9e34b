import type { Check } from "#model/change/analyzer.ts";

/** What an analyzer does now, for those who watch: `checking removed-name`. */
export function sayCheck({ id }: Check): string {
  return `checking ${id.slice(id.indexOf("/") + 1)}`;
}

/** Why a check that goes by definitions did not look at a file. */
export const UNPARSED = "its parser failed or took too long";
