import type { RuledCluster } from "../cluster.ts";
import { isByCommentersAlone, type Reviewer } from "../panel/reviewer.ts";
import { type Severity, severityLevel } from "../severity.ts";
import type { PreviousFinding } from "./lineage.ts";

/** An earlier problem that is not closed and that no finding of this round covers with the same severity. */
export interface OpenEarlier {
  readonly ref: string;
  readonly severity: Severity;
  /** Whether it is still open is unknown. */
  readonly isUnsure: boolean;
}

/**
 * Earlier problems that are open, partly fixed or of unknown status and that no finding of this round covers. A problem that
 * is raised again with a lower severity keeps its old one while it is open. Findings of commenters alone cover nothing,
 * because they do not count in the verdict.
 */
export function openEarlier(
  previous: readonly PreviousFinding[],
  clusters: readonly Pick<RuledCluster, "id" | "ruling" | "credits">[],
  reviewers: readonly Reviewer[],
): readonly OpenEarlier[] {
  const levels = new Map<string, number>();
  for (const cluster of clusters) {
    const { id, ruling } = cluster;
    if (ruling.kind === "keep" && !isByCommentersAlone(cluster, reviewers))
      levels.set(id, severityLevel(ruling.severity));
  }
  return previous.flatMap(({ ref, status, severity, raisedAgain = [], byCommenters }) => {
    if (severity === undefined || byCommenters === true || !UNSETTLED.includes(status)) return [];
    const isSpokenFor = raisedAgain.some((id) => (levels.get(id) ?? -1) >= severityLevel(severity));
    return isSpokenFor ? [] : [{ ref, severity, isUnsure: status === "unknown" }];
  });
}

const UNSETTLED: readonly PreviousFinding["status"][] = ["open", "partly-fixed", "unknown"];
