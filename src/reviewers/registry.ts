import type { Analyzer } from "#model/change/analyzer.ts";

/** The reviewers that need no key, in the order in which reports name them. Add a line here. */
export const ANALYZERS: readonly Analyzer[] = [];
