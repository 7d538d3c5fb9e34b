import type { Commit } from "#model/change/scope.ts";
import type { FixVerdict } from "#model/history/lineage.ts";
import type { CodeBetween } from "#model/history/code-facts.ts";
import { inOrder } from "./follow-problem.ts";

/**
 * The commits behind fixes that do not touch a problem's own lines: those that last changed the code which reviewers
 * name, with a quote that stands, as what closes it. `since` is since the head that last saw the problem.
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
    // That a whole file changed tells nothing.
    if (start === undefined || end === undefined) continue;
    const change = await since?.lastChange(path, { start, end });
    if (change?.isAfter === true && change.commit !== undefined) found.push(change.commit);
  }
  return inOrder(found, since?.commits ?? []);
}

const MAX_PLACES = 20;
