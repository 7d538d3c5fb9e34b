import type { Commit } from "#model/change/scope.ts";
import type { RuledCluster } from "#model/cluster.ts";
import type { ClusterId } from "#model/ids.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import { earlierName, type FixVerdict, type PreviousFinding } from "#model/history/lineage.ts";
import type { CodeState } from "../trace/code-state.ts";
import type { EarlierMatches, History } from "../trace-history.ts";
import { statusOf } from "./status-of.ts";
import { findSilence, type RoundPanel, wasLookedAt } from "./who-looked.ts";

/** Everything that shows the status of earlier problems. */
export interface PreviousFacts {
  readonly history: Pick<History, "problems" | "codeOf" | "codeSinceDecision">;
  readonly matches: Pick<EarlierMatches, "match">;
  readonly clusters: readonly RuledCluster[];
  readonly verdicts: readonly FixVerdict[];
  /** Commits that fix a problem outside its own lines. */
  readonly elsewhere: ReadonlyMap<EarlierProblem, readonly Commit[]>;
  readonly panel: RoundPanel;
  readonly today: string;
}

/**
 * The status of every earlier problem, once all reviewers have ended. A problem known only by a decision on another
 * change is listed only if it was raised again.
 */
export function describePrevious(facts: PreviousFacts): readonly PreviousFinding[] {
  const { history, matches, clusters, verdicts, elsewhere, panel, today } = facts;
  const raised = new Map<EarlierProblem, ClusterId[]>();
  const matched = new Map<EarlierProblem, RuledCluster[]>();
  const joined = new Map<EarlierProblem, RuledCluster[]>();
  for (const cluster of clusters) {
    const problem = matches.match(cluster)?.problem;
    for (const other of partsOf(cluster, matches))
      if (other !== problem) joined.set(other, [...(joined.get(other) ?? []), cluster]);
    if (problem === undefined) continue;
    matched.set(problem, [...(matched.get(problem) ?? []), cluster]);
    if (cluster.ruling.kind === "keep") raised.set(problem, [...(raised.get(problem) ?? []), cluster.id]);
  }
  return history.problems
    .filter((problem) => problem.ref.round > 0 || matched.has(problem))
    .map((problem) => {
      const code = history.codeOf(problem);
      const said = verdicts.filter(({ of }) => of === earlierName(problem.ref));
      const own = said.length > 0 ? said : lastVerdicts(problem, code);
      const silence = matched.has(problem) || joined.has(problem) ? undefined : findSilence(problem, code, panel);
      const raisedAgain = raised.get(problem) ?? [];
      return statusOf(problem, {
        code,
        raisedAgain,
        matchedElsewhere: matched.get(problem)?.filter(({ ruling }) => ruling.kind !== "keep"),
        joinedWith: joined.get(problem),
        codeSinceDecision: history.codeSinceDecision(problem),
        verdicts: own,
        silence,
        isUnseen: !wasLookedAt(problem, code, panel),
        elsewhere: elsewhere.get(problem) ?? [],
        today,
      });
    });
}

/** The earlier problems that the findings of a cluster match individually: they may differ from the cluster's. */
function partsOf({ members }: RuledCluster, matches: Pick<EarlierMatches, "match">): ReadonlySet<EarlierProblem> {
  const own = members.filter(({ share }) => share !== "secondary");
  return new Set(own.flatMap((member) => matches.match({ members: [member] })?.problem ?? []));
}

/** A verdict on a fix holds until its code is touched again, or a later verdict differs. */
function lastVerdicts({ judged }: EarlierProblem, { commits }: CodeState): readonly FixVerdict[] {
  if (judged === undefined || commits.length !== judged.commits.length) return [];
  return commits.every(({ id }) => judged.commits.includes(id)) ? judged.verdicts : [];
}
