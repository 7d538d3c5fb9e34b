import type { Commit } from "#model/change/scope.ts";
import type { RuledCluster } from "#model/cluster.ts";
import type { ClusterId } from "#model/ids.ts";
import type { SwitchedOff } from "#model/panel/receipt.ts";
import type { Reviewer, ReviewerRun } from "#model/panel/reviewer.ts";
import type { KnownProblem } from "#model/history/earlier-problem.ts";
import { earlierName, type FixVerdict, type PreviousFinding } from "#model/history/lineage.ts";
import type { CodeState } from "#steps/history/trace/code-state.ts";
import { findSilence } from "#steps/history/status/find-silence.ts";
import { statusOf } from "#steps/history/status/status-of.ts";
import { type Lookers, wasLookedAt } from "#steps/history/status/was-looked-at.ts";
import type { EarlierMatches } from "./match-earlier.ts";
import type { KnownStory } from "./know-earlier.ts";

/** What says what became of earlier problems. */
export interface PreviousFacts {
  readonly story: Pick<KnownStory, "problems" | "codeOf" | "codeSinceDecision">;
  readonly judged: Pick<EarlierMatches, "meet">;
  readonly clusters: readonly RuledCluster[];
  readonly verdicts: readonly FixVerdict[];
  /** Commits that fix a problem elsewhere than in its own lines. */
  readonly elsewhere: ReadonlyMap<KnownProblem, readonly Commit[]>;
  readonly panel: readonly Reviewer[];
  readonly runs: readonly ReviewerRun[];
  readonly switchedOff: readonly SwitchedOff[];
  /** Files that are reviewed line by line. */
  readonly files: readonly string[];
  /** Files of the change that nobody is given to read. */
  readonly listed: readonly string[];
  /** A part of the change is not under review. */
  readonly isNarrowed?: boolean;
  readonly readings: NonNullable<Lookers["readings"]>;
  readonly today: string;
}

/**
 * What became of every earlier problem, now that everybody has spoken. What only a decision on another change knows is
 * told of only where it was met again.
 */
export function tellPrevious(facts: PreviousFacts): readonly PreviousFinding[] {
  const { story, judged, clusters, verdicts, elsewhere, today } = facts;
  const raised = new Map<KnownProblem, ClusterId[]>();
  const met = new Map<KnownProblem, RuledCluster[]>();
  const joined = new Map<KnownProblem, RuledCluster[]>();
  for (const cluster of clusters) {
    const problem = judged.meet(cluster)?.problem;
    for (const other of partsOf(cluster, judged))
      if (other !== problem) joined.set(other, [...(joined.get(other) ?? []), cluster]);
    if (problem === undefined) continue;
    met.set(problem, [...(met.get(problem) ?? []), cluster]);
    if (cluster.ruling.kind === "keep") raised.set(problem, [...(raised.get(problem) ?? []), cluster.id]);
  }
  return story.problems
    .filter((problem) => problem.ref.round > 0 || met.has(problem))
    .map((problem) => {
      const code = story.codeOf(problem);
      const said = verdicts.filter(({ of }) => of === earlierName(problem.ref));
      const own = said.length > 0 ? said : lastVerdicts(problem, code);
      const panel = { ...facts, reviewers: facts.panel };
      const silence = met.has(problem) || joined.has(problem) ? undefined : findSilence(problem, code, panel);
      const raisedAgain = raised.get(problem) ?? [];
      return statusOf(problem, {
        code,
        raisedAgain,
        metElsewhere: met.get(problem)?.filter(({ ruling }) => ruling.kind !== "keep"),
        joinedWith: joined.get(problem),
        codeSinceDecision: story.codeSinceDecision(problem),
        verdicts: own,
        silence,
        isUnseen: !wasLookedAt(problem, code, panel),
        elsewhere: elsewhere.get(problem) ?? [],
        today,
      });
    });
}

/** The earlier problems that the findings of a cluster are, each by itself: they may be others than the cluster is. */
function partsOf({ members }: RuledCluster, judged: Pick<EarlierMatches, "meet">): ReadonlySet<KnownProblem> {
  const own = members.filter(({ share }) => share !== "secondary");
  return new Set(own.flatMap((member) => judged.meet({ members: [member] })?.problem ?? []));
}

/** What was said of a fix stands until its code is touched again, or somebody says something else. */
function lastVerdicts({ judged }: KnownProblem, { commits }: CodeState): readonly FixVerdict[] {
  if (judged === undefined || commits.length !== judged.commits.length) return [];
  return commits.every(({ id }) => judged.commits.includes(id)) ? judged.verdicts : [];
}
