import type { Analyzer } from "#model/change/analyzer.ts";
import { hazardLint } from "./analyzer/hazard-lint/hazard-lint.ts";
import { looseEnds } from "./analyzer/loose-ends/loose-ends.ts";
import { testScout } from "./analyzer/test-scout/test-scout.ts";

/** The reviewers that need no key, in the order in which reports name them. Add a line here. */
export const ANALYZERS: readonly Analyzer[] = [looseEnds, testScout, hazardLint];


/** Reviewers and checks of earlier versions. A configuration may still name them: that has no effect and is no error. */
export const REMOVED_IDS: readonly string[] = [
  "house-rules",
  ...["file-name", "symbol-name", "file-header", "doc-comment", "registered", "test-name"].map(
    (name) => `house-rules/${name}`,
  ),
];
