import type { Commit } from "#model/change/scope.ts";
import type { RuledCluster } from "#model/cluster.ts";
import type { ClusterId } from "#model/ids.ts";
import type { SwitchedOff } from "#model/panel/receipt.ts";
import type { Reviewer, ReviewerRun } from "#model/panel/reviewer.ts";
import type { KnownProblem } from "#model/rounds/known-problem.ts";
import { earlierName, type FixVerdict, type PreviousFinding } from "#model/rounds/lineage.ts";
import { findSilence } from "#steps/trace-rounds/find-silence.ts";
import { statusOf } from "#steps/trace-rounds/status-of.ts";
import type { JudgedAgain } from "./judge-again.ts";
import type { KnownStory } from "./know-earlier.ts";

/** What says what became of earlier problems. */
export interface PreviousFacts {
  readonly story: KnownStory;
  readonly judged: JudgedAgain;
  readonly clusters: readonly RuledCluster[];
  readonly verdicts: readonly FixVerdict[];
  /** Commits that fix a problem elsewhere than in its own lines. */
  readonly elsewhere: ReadonlyMap<KnownProblem, readonly Commit[]>;
  readonly panel: readonly Reviewer[];
  readonly runs: readonly ReviewerRun[];
  readonly switchedOff: readonly SwitchedOff[];
  /** Files that are reviewed line by line. */
  readonly files: readonly string[];
  readonly today: string;
}

/**
 * What became of every earlier problem, now that everybody has spoken. What only a decision on another change knows is
 * told of only where it was met again.
 */
export function tellPrevious(facts: PreviousFacts): readonly PreviousFinding[] {
  const { story, judged, clusters, verdicts, elsewhere, today } = facts;
  const raised = new Map<KnownProblem, ClusterId[]>();
  const met = new Set<KnownProblem>();
  for (const cluster of clusters) {
    const problem = judged.meet(cluster)?.problem;
    if (problem === undefined) continue;
    met.add(problem);
    if (cluster.ruling.kind === "keep") raised.set(problem, [...(raised.get(problem) ?? []), cluster.id]);
  }
  return story.problems
    .filter((problem) => problem.ref.round > 0 || met.has(problem))
    .map((problem) => {
      const code = story.codeOf(problem);
      const own = verdicts.filter(({ of }) => of === earlierName(problem.ref));
      const silence = met.has(problem) ? undefined : findSilence(problem, code, { ...facts, reviewers: facts.panel });
      const raisedAgain = raised.get(problem) ?? [];
      return statusOf(problem, {
        code,
        raisedAgain,
        verdicts: own,
        silence,
        elsewhere: elsewhere.get(problem) ?? [],
        today,
      });
    });
}
