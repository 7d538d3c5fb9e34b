import type { Analyzer } from "#model/change/analyzer.ts";
import { hazardLint } from "./analyzer/hazard-lint/hazard-lint.ts";
import { houseRules } from "./analyzer/house-rules/house-rules.ts";
import { looseEnds } from "./analyzer/loose-ends/loose-ends.ts";
import { testScout } from "./analyzer/test-scout/test-scout.ts";

/** The reviewers that need no key, in the order in which reports name them. Add a line here. */
export const ANALYZERS: readonly Analyzer[] = [looseEnds, testScout, hazardLint, houseRules];
