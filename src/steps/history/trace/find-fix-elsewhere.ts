import type { Commit } from "#model/change/scope.ts";
import type { FixVerdict } from "#model/history/lineage.ts";
import type { CodeBetween } from "#model/history/code-facts.ts";
import { inHistoryOrder } from "./follow-problem.ts";

/**
 * The commits of fixes that do not touch a problem's own lines: those that last changed the code that reviewers name,
 * with a quote that was found, as what closes it. `since` starts at the head that last saw the problem.
 */
export async function findFixElsewhere(
  verdicts: readonly FixVerdict[],
  since: Pick<CodeBetween, "lastChange" | "commits"> | undefined,
): Promise<readonly Commit[]> {
  const found: Commit[] = [];
  const grounded = verdicts.filter(
    ({ closes, isGrounded }) => isGrounded === true && (closes === "yes" || closes === "partly"),
  );
  for (const { path, start, end } of grounded.flatMap(({ locations }) => locations).slice(0, MAX_PLACES)) {
    // A change of a whole file proves nothing.
    if (start === undefined || end === undefined) continue;
    const change = await since?.lastChange(path, { start, end });
    if (change?.isAfter === true && change.commit !== undefined) found.push(change.commit);
  }
  return inHistoryOrder(found, since?.commits ?? []);
}

const MAX_PLACES = 20;
