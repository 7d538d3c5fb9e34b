import type { Analyzer } from "#model/change/analyzer.ts";
import { hazardLint } from "./analyzer/hazard-lint/hazard-lint.ts";
import { looseEnds } from "./analyzer/loose-ends/loose-ends.ts";
import { testScout } from "./analyzer/test-scout/test-scout.ts";

/** The reviewers that need no key, in the order in which reports name them. Add a line here. */
export const ANALYZERS: readonly Analyzer[] = [looseEnds, testScout, hazardLint];

/** Reviewers and checks of earlier versions. A configuration may still name them, without effect and without an error. */
export const REMOVED_IDS: readonly string[] = [
  "house-rules",
  "house-rules/doc-comment",
  "house-rules/file-header",
  "house-rules/file-name",
  "house-rules/registered",
  "house-rules/symbol-name",
  "house-rules/test-name",
  "hazard-lint/empty-catch",
  "hazard-lint/exit-after-defer",
  "hazard-lint/logged-error",
  "hazard-lint/python-syntax",
  "hazard-lint/scalar-as-array",
  "hazard-lint/sentinel-comparison",
  "hazard-lint/sleep-in-loop",
  "hazard-lint/undefined-name",
  "hazard-lint/unordered-output",
  "hazard-lint/unused-symbol",
  "loose-ends/companion-doc",
];
