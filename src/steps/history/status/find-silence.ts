import { mayBeSameFile } from "#model/location.ts";
import type { SwitchedOff } from "#model/panel/receipt.ts";
import { outcomeOf, type Reviewer, type ReviewerRun } from "#model/panel/reviewer.ts";
import type { KnownProblem } from "#model/history/earlier-problem.ts";
import type { CodeState } from "../trace/code-state.ts";

/** Who took part in this round, and what they looked at. */
export interface RoundPanel {
  readonly reviewers: readonly Reviewer[];
  readonly runs: readonly ReviewerRun[];
  /** Files of the change that are reviewed line by line. */
  readonly files: readonly string[];
  readonly switchedOff?: readonly SwitchedOff[];
}

/**
 * The analyzers whose silence says that a problem is no more: they alone raised it, all of them ran to their end in this
 * round over its files, and nothing was switched off there. An agent's silence says nothing.
 */
export function findSilence(
  { reviewers, locations }: Pick<KnownProblem, "reviewers" | "locations">,
  { locations: now }: Pick<CodeState, "locations">,
  panel: RoundPanel,
): readonly Reviewer[] | undefined {
  const analyzers = panel.reviewers.filter(({ id, kind }) => kind === "analyzer" && reviewers.includes(id));
  if (reviewers.length === 0 || analyzers.length !== new Set(reviewers).size) return undefined;
  const paths = [...new Set((now.length > 0 ? now : locations).map(({ path }) => path))];
  if (paths.length === 0 || !paths.every((path) => panel.files.includes(path))) return undefined;
  const isHeard = analyzers.every(({ id }) => {
    const runs = panel.runs.filter(({ reviewer }) => reviewer === id);
    const hidden = (panel.switchedOff ?? []).filter(({ reviewer }) => reviewer === id);
    return outcomeOf(runs) === "completed" && !hidden.some((one) => mayHide(one, paths));
  });
  return isHeard ? analyzers : undefined;
}

/** Only the first places of what was switched off are listed. */
function mayHide({ count, places }: SwitchedOff, paths: readonly string[]): boolean {
  return count > places.length || places.some((place) => paths.some((path) => mayBeSameFile(place.path, path)));
}
