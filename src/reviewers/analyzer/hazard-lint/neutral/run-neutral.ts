import type { Check, CheckHit, SayUnlooked } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import { readAddedFiles } from "./added-file.ts";
import { conflictMarker } from "./conflict-marker.ts";
import { debuggerStatement } from "./debugger-statement.ts";
import { doubledWord } from "./doubled-word.ts";
import { duplicateConstant } from "./duplicate-constant.ts";
import { focusedTest } from "./focused-test.ts";
import { hiddenText } from "./hidden-text.ts";
import type { NeutralRule } from "./neutral-rule.ts";
import { personalPath } from "./personal-path.ts";
import { secret } from "./secret.ts";
import { workflowInjection } from "./workflow-injection.ts";

/** Runs every language-neutral check over the added lines of the change. */
export async function runNeutral(index: ChangeIndex, signal: AbortSignal, unlooked?: SayUnlooked): Promise<CheckHit[]> {
  const files = await readAddedFiles(index, signal);
  for (const { file, isUnsearched } of index.change.diffs) {
    if (isUnsearched === true)
      unlooked?.({ check: secret.check.id, path: file.path, why: "too many lines are skipped" });
  }
  const written = files.filter(({ isWritten }) => isWritten);
  const hits: CheckHit[] = [];
  for (const rule of RULES) {
    signal.throwIfAborted();
    hits.push(...(await rule.find(rule.isForAll === true ? files : written, index)));
  }
  return hits;
}

const RULES: readonly NeutralRule[] = [
  secret,
  conflictMarker,
  hiddenText,
  personalPath,
  workflowInjection,
  debuggerStatement,
  focusedTest,
  duplicateConstant,
  doubledWord,
];

/** The checks that `runNeutral` runs. */
export const NEUTRAL_CHECKS: readonly Check[] = RULES.map(({ check }) => check);
