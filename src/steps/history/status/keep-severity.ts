import type { RuledCluster } from "#model/cluster.ts";
import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import { earlierName, type PreviousFinding } from "#model/history/lineage.ts";
import { openEarlier } from "#model/history/open-earlier.ts";
import type { ClusterId } from "#model/ids.ts";
import { isByCommentersAlone, type Reviewer } from "#model/panel/reviewer.ts";
import { severityLevel } from "#model/severity.ts";

/** The problems of a round, and what earlier rounds say of them. */
export interface KeptSeverities {
  readonly clusters: readonly RuledCluster[];
  readonly previous: readonly PreviousFinding[];
  readonly problems: readonly EarlierProblem[];
  readonly reviewers: readonly Reviewer[];
}

/**
 * A problem that is open and raised again with a lower severity keeps its old one, and says so: the list, the verdict and
 * every page have one severity. Of several problems that were one, that with its name has its severity.
 */
export function keepSeverity({ clusters, previous, problems, reviewers }: KeptSeverities): readonly RuledCluster[] {
  const open = new Set(openEarlier(previous, clusters, reviewers).map(({ ref }) => ref));
  const named = new Map(problems.map((problem) => [earlierName(problem.ref), problem]));
  const heirsById = new Map(clusters.filter((one) => mayInherit(one, reviewers)).map((one) => [one.id, one]));
  const raised = new Map<ClusterId, EarlierProblem>();
  for (const { ref, raisedAgain = [] } of previous) {
    const problem = open.has(ref) ? named.get(ref) : undefined;
    const heirs = raisedAgain.flatMap((id) => heirsById.get(id) ?? []);
    const heir = heirs.find(({ id }) => id === problem?.ref.cluster) ?? heirs[0];
    if (problem === undefined || heir === undefined) continue;
    // Several earlier problems may be one now: the worst of them counts.
    const known = raised.get(heir.id);
    if (known === undefined || severityLevel(known.severity) < severityLevel(problem.severity))
      raised.set(heir.id, problem);
  }
  return clusters.map((cluster) => withSeverityOf(cluster, raised.get(cluster.id)));
}

/** Commenters decide nothing, and what asks to undo a problem is not that problem. */
function mayInherit(cluster: RuledCluster, reviewers: readonly Reviewer[]): boolean {
  return cluster.lineage?.kind !== "contradicts" && !isByCommentersAlone(cluster, reviewers);
}

function withSeverityOf(cluster: RuledCluster, problem: EarlierProblem | undefined): RuledCluster {
  const { ruling, lineage } = cluster;
  if (problem === undefined || ruling.kind !== "keep") return cluster;
  const { severity, ratedIn } = problem;
  const when = ratedIn === undefined ? "before" : `in round ${ratedIn}`;
  const why = `rated ${severity} ${when}; this round says ${ruling.severity}`;
  return {
    ...cluster,
    ruling: { ...ruling, severity, because: `${ruling.because}; ${why}` },
    ...(lineage && { lineage: { ...lineage, because: `${lineage.because} It was ${why}.` } }),
  };
}
