import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { readRules } from "./read-rules.ts";
import { describeStaleRules, staleRules } from "./stale-rules.ts";

/** Rules that name what is gone, in a sentence each: they mislead whoever reads rules, which are agents and models. */
export async function findStaleRules(
  { folder, trusted, head, grep, change }: OpenedChange,
  panel: readonly Reviewer[],
): Promise<readonly string[]> {
  if (!panel.some(({ kind }) => kind === "agent" || kind === "model")) return [];
  try {
    const changed = change.scope.files.map(({ path }) => path);
    const sections = await readRules(trusted, changed);
    return describeStaleRules(await staleRules({ folder, now: { tree: head, grep }, since: trusted.commit }, sections));
  } catch {
    // That it cannot be told is no reason to lose the review.
    return [];
  }
}
