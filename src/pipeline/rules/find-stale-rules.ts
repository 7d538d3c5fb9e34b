import type { OpenedChange } from "#adapters/git/open-change.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { readRules } from "./read-rules.ts";
import { describeStaleRules, staleRules } from "./stale-rules.ts";

/** A sentence about each stale rule. Only agents and models read rules. */
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
    // An error here must not cost the review.
    return [];
  }
}
