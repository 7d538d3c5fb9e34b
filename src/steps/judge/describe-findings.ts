import { rungLevel } from "#model/panel/evidence-ladder.ts";
import { isUnsupportedRun, type RunClaim } from "#model/panel/run-claim.ts";
import type { RuledCluster } from "#model/cluster.ts";
import { type Finding, silencedIn } from "#model/finding.ts";
import { isCommenter, type Reviewer } from "#model/panel/reviewer.ts";
import { severityLevel } from "#model/severity.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import { listSome } from "#util/words.ts";

/** Which findings are kept although the change adds something to silence them, as a phrase for the verdict's line. */
export function describeSilenced(clusters: readonly RuledCluster[], findings: readonly Finding[]): string[] {
  const known = silencedIn(findings);
  const ids = clusters.flatMap(({ id, ruling, members }) =>
    ruling.kind === "keep" && members.some(({ finding }) => known.has(finding)) ? [id] : [],
  );
  if (ids.length === 0) return [];
  const are = ids.length === 1 ? "is" : "are";
  return [
    `${listSome(ids)} ${are} silenced by this change and still ${ids.length === 1 ? "counts" : "count"} until somebody with write access agrees`,
  ];
}

/** Which grave findings rest on nothing but a run that the log of their reviewer does not show. */
export function describeUnsupportedRuns(
  clusters: readonly RuledCluster[],
  runClaims: readonly RunClaim[] = [],
): string[] {
  const claimed = new Set(runClaims.filter(isUnsupportedRun).map(({ finding }) => finding));
  const ids = clusters.flatMap(({ id, ruling, members }) => {
    const isGrave = ruling.kind === "keep" && ruling.severity !== "suggestion";
    const hasCode = ruling.evidence === undefined || rungLevel(ruling.evidence) > rungLevel("quoted");
    return isGrave && !hasCode && members.some(({ finding }) => claimed.has(finding)) ? [id] : [];
  });
  if (ids.length === 0) return [];
  return [
    `${listSome(ids)} ${ids.length === 1 ? "rests" : "rest"} on a run that the log of its reviewer does not show`,
  ];
}

/** Which findings are rated lower than a reviewer claims, as a phrase for the verdict's line. */
export function describeLowered(
  clusters: readonly RuledCluster[],
  findings: readonly Finding[],
  reviewers: readonly Reviewer[],
): string[] {
  const commenters = new Set(reviewers.filter(isCommenter).map(({ id }) => id));
  const claims = new Map(
    findings.filter(({ reviewer }) => !commenters.has(reviewer)).map(({ id, severity }) => [id, severity]),
  );
  const ids = clusters.flatMap(({ id, ruling, members }) => {
    if (ruling.kind !== "keep") return [];
    const rated = severityLevel(ruling.severity);
    const isLowered = members.some(({ finding, share }) => {
      const claimed = share === "secondary" ? undefined : claims.get(finding);
      return claimed !== undefined && severityLevel(claimed) > rated;
    });
    return isLowered ? [id] : [];
  });
  if (ids.length === 0) return [];
  return [
    `${listSome(ids)} ${ids.length === 1 ? "is" : "are"} rated lower than claimed, going by how earlier claims of the same reviewer turned out`,
  ];
}

/** Which findings keep the severity of an earlier round although this one rates them lower. `rated`: as this one does. */
export function describeKeptSeverity(clusters: readonly RuledCluster[], rated: readonly RuledCluster[]): string[] {
  const levels = new Map(rated.map(({ id, ruling }) => [id, levelOf(ruling)]));
  const ids = clusters.flatMap(({ id, ruling }) => (levelOf(ruling) > (levels.get(id) ?? 2) ? [id] : []));
  if (ids.length === 0) return [];
  const [keeps, them] = ids.length === 1 ? ["keeps", "it"] : ["keep", "them"];
  return [`${listSome(ids)} ${keeps} the severity of an earlier round: this one rates ${them} lower`];
}

const levelOf = (ruling: RuledCluster["ruling"]): number =>
  ruling.kind === "keep" ? severityLevel(ruling.severity) : -1;

/** What does not block because a person decided so: `R1.C1 (critical) was declined or accepted as a risk`. */
export function describeDeclined(previous: readonly PreviousFinding[]): string[] {
  const refs = previous.flatMap(({ ref, status, severity, raisedAgain = [] }) => {
    const isDecided = status === "declined" || status === "accepted-risk";
    const isMild = severity === undefined || severity === "suggestion";
    return isDecided && !isMild && raisedAgain.length === 0 ? [`${ref} (${severity})`] : [];
  });
  return refs.length === 0
    ? []
    : [`${listSome(refs)} ${refs.length === 1 ? "was" : "were"} declined or accepted as a risk`];
}
