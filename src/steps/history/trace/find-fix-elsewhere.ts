import type { Commit } from "#model/change/scope.ts";
import type { FixVerdict } from "#model/history/lineage.ts";
import type { CodeBetween } from "#model/history/code-facts.ts";

/**
 * The commits behind fixes that do not touch a problem's own lines: those that last changed the code which reviewers
 * name, with a quote that stands, as what closes it. `since` is since the head that last saw the problem.
 */
export async function findFixElsewhere(
  verdicts: readonly FixVerdict[],
  since: Pick<CodeBetween, "lastChange" | "commits"> | undefined,
): Promise<readonly Commit[]> {
  const found = new Map<string, Commit>();
  const telling = verdicts.filter(
    ({ closes, isGrounded }) => isGrounded === true && (closes === "yes" || closes === "partly"),
  );
  for (const { path, start, end } of telling.flatMap(({ locations }) => locations).slice(0, MOST_PLACES)) {
    // That a whole file changed tells nothing.
    if (start === undefined || end === undefined) continue;
    const change = await since?.lastChange(path, { start, end });
    if (change?.isAfter === true && change.commit !== undefined) found.set(change.commit.id, change.commit);
  }
  const order = new Map(since?.commits.map(({ id }, at) => [id, at]));
  return [...found.values()].toSorted((a, b) => (order.get(a.id) ?? -1) - (order.get(b.id) ?? -1));
}

const MOST_PLACES = 20;
