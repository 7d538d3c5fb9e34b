import type { Analyzer, CheckHit, SayUnlooked } from "#model/change/analyzer.ts";
import type { ChangeIndex } from "#model/change/change-index.ts";
import { sayCheck, UNPARSED } from "../say-check.ts";
import { IDLE_TEST, describeIdleTests } from "./describe-idle-tests.ts";
import { UNTESTED_CHANGE, describeUntested } from "./describe-untested.ts";
import { findIdleTests } from "./idle-tests.ts";
import { measureChange } from "./measure-change.ts";
import { rarelyTests } from "./rarely-tests.ts";
import { findUntested } from "./untested.ts";

/** Asks whether the new behaviour is exercised. At most one hit on what is not tested, and one on tests that are skipped. */
export const testScout: Analyzer = {
  id: "test-scout",
  name: "Test Scout",
  question: "Is the new behaviour exercised?",
  checks: [UNTESTED_CHANGE, IDLE_TEST],
  async review(index, signal, { progress, unlooked } = {}) {
    progress?.(sayCheck(UNTESTED_CHANGE), 0);
    const untested = await reviewUntested(index, signal, unlooked);
    progress?.(sayCheck(IDLE_TEST), untested === undefined ? 0 : 1);
    const idle = describeIdleTests(await findIdleTests(index, signal));
    return [untested, idle].filter((hit) => hit !== undefined);
  },
};

async function reviewUntested(
  index: ChangeIndex,
  signal: AbortSignal,
  unlooked?: SayUnlooked,
): Promise<CheckHit | undefined> {
  const measure = await measureChange(index, signal);
  if (rarelyTests(index.head)) return undefined;
  for (const path of measure.unparsed) unlooked?.({ check: UNTESTED_CHANGE.id, path, why: UNPARSED });
  if (measure.production.length === 0) return undefined;
  const untested = await findUntested(index, measure, signal);
  return describeUntested(index, measure, untested);
}
