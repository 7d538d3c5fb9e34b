import type { Analyzer, CheckHit } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import { type NewFile, readNewFiles } from "./peers.ts";
import { DOC_COMMENT, findMissingComments } from "./rules/doc-comment.ts";
import { FILE_HEADER, findMissingHeaders } from "./rules/file-header.ts";
import { FILE_NAME, findOddFileNames } from "./rules/file-name.ts";
import { findUnregistered, REGISTERED } from "./rules/registered.ts";
import { findOddNames, SYMBOL_NAME } from "./rules/symbol-name.ts";
import { findOddTests, TEST_NAME } from "./rules/test-name.ts";

/** Conventions that nobody wrote down, mined from the base side with their ratio, and broken by what the change adds. */
export const houseRules: Analyzer = {
  id: "house-rules",
  name: "House Rules",
  question: "Does what is new keep to the conventions that the rest of the repository keeps?",
  checks: [REGISTERED, TEST_NAME, FILE_HEADER, DOC_COMMENT, FILE_NAME, SYMBOL_NAME],
  offByDefault: true,
  review: reviewHabits,
};

type Rule = (index: ChangeIndex, files: readonly NewFile[]) => Promise<CheckHit[]>;

const RULES: readonly Rule[] = [
  findUnregistered,
  findOddTests,
  findMissingHeaders,
  findMissingComments,
  findOddFileNames,
  findOddNames,
];

async function reviewHabits(index: ChangeIndex, signal: AbortSignal): Promise<readonly CheckHit[]> {
  const files = await readNewFiles(index, signal);
  // A change of this size brings its own conventions.
  if (files.length === 0 || files.length > MAX_FILES) return [];
  const hits: CheckHit[] = [];
  for (const rule of RULES) {
    signal.throwIfAborted();
    hits.push(...(await rule(index, files)));
  }
  return hits;
}

const MAX_FILES = 200;
