import type { Analyzer, AnalyzerListener, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex, Language } from "#model/change/change-index.ts";
import { sayCheck } from "../say-check.ts";
import { emptyCatch } from "./checks/empty-catch.ts";
import { exitAfterDefer } from "./checks/exit-after-defer.ts";
import { loggedError } from "./checks/logged-error.ts";
import { findMissingGuards, MISSING_GUARD } from "./checks/missing-guard.ts";
import { scalarAsArray } from "./checks/scalar-as-array.ts";
import { sentinelComparison } from "./checks/sentinel-comparison.ts";
import { sleepInLoop } from "./checks/sleep-in-loop.ts";
import { unorderedOutput } from "./checks/unordered-output.ts";
import { findUnusedSymbols, UNUSED_SYMBOL } from "./checks/unused-symbol.ts";
import { NEUTRAL_CHECKS, runNeutral } from "./neutral/run-neutral.ts";
import { lintPython, PYTHON_CHECKS } from "./python/lint-python.ts";
import { UNDEFINED_NAME } from "./python/undefined-name.ts";
import { type LineCheck, readTouchedFiles, runLineCheck } from "./line-check.ts";

/** The checks that look at one file at a time. Add a line here. */
export const LINE_CHECKS: readonly LineCheck[] = [
  loggedError,
  sentinelComparison,
  emptyCatch,
  exitAfterDefer,
  sleepInLoop,
  unorderedOutput,
  scalarAsArray,
];

/** Mistakes that can be seen on the added lines alone, or with a look at what stands beside them. */
export const hazardLint: Analyzer = {
  id: "hazard-lint",
  name: "Hazard Lint",
  question: "Which mistakes can be seen on the added lines?",
  checks: [...LINE_CHECKS.map(({ check }) => check), UNUSED_SYMBOL, MISSING_GUARD, ...PYTHON_CHECKS, ...NEUTRAL_CHECKS],
  review: reviewHazards,
};

const LANGUAGES: ReadonlySet<Language> = new Set<Language>([
  "typescript",
  "javascript",
  "go",
  "python",
  "bash",
  "java",
  "rust",
  "ruby",
  "csharp",
]);

async function reviewHazards(
  index: ChangeIndex,
  signal: AbortSignal,
  { progress, unlooked }: AnalyzerListener = {},
): Promise<readonly CheckHit[]> {
  progress?.("reading the touched files", 0);
  const files = await readTouchedFiles(index, LANGUAGES, signal);
  const hits: CheckHit[] = [];
  for (const check of LINE_CHECKS) {
    signal.throwIfAborted();
    progress?.(sayCheck(check.check), hits.length);
    hits.push(...runLineCheck(check, files));
  }
  progress?.(sayCheck(MISSING_GUARD), hits.length);
  hits.push(...findMissingGuards(files));
  progress?.(sayCheck(UNDEFINED_NAME), hits.length);
  hits.push(...(await lintPython(index, files, { signal, unlooked })));
  progress?.(sayCheck(UNUSED_SYMBOL), hits.length);
  hits.push(...(await findUnusedSymbols(index, files, signal)));
  progress?.("checking for mistakes of any language", hits.length);
  hits.push(...(await runNeutral(index, signal, unlooked)));
  return hits.toSorted((a, b) => b.weight - a.weight);
}
