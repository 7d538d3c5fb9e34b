import type { RuledCluster } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import { bestGrounding } from "#model/grounding.ts";
import { severityLevel } from "#model/severity.ts";
import type { Problems } from "./choose-claims.ts";

/** What speaks against a kept problem, as far as its findings and their check show; undefined where nothing does. */
export function whyContested(cluster: RuledCluster, problems: Problems): string | undefined {
  const members = membersOf(cluster, problems.findings);
  const checked = problems.groundings.filter(({ finding }) => members.some(({ id }) => id === finding));
  const claim = checked.flatMap(({ claims }) => claims).find(({ answer }) => answer === "contradicted");
  if (claim !== undefined) return `the code contradicts «${claim.words}»`;
  const apart = ratedApart(members, problems);
  if (apart !== undefined) return apart;
  const best = bestGrounding(checked.map(({ summary }) => summary));
  return best?.status === "partial" || best?.status === "unsupported" ? best.why : undefined;
}

/** The families whose reviewers stand behind a cluster, each once. */
export function familiesOf(cluster: RuledCluster, problems: Problems): string[] {
  const ids = [
    ...membersOf(cluster, problems.findings).map(({ reviewer }) => reviewer),
    ...cluster.credits.map(({ reviewer }) => reviewer),
  ];
  return [...new Set(ids.map((id) => familyOf(id, problems)))];
}

function familyOf(id: string, { reviewers }: Problems): string {
  return (reviewers.find((reviewer) => reviewer.id === id)?.family ?? id).toLowerCase();
}

function membersOf({ members }: RuledCluster, findings: readonly Finding[]): Finding[] {
  return members.flatMap((member) => findings.find(({ id }) => id === member.finding) ?? []);
}

function ratedApart(members: readonly Finding[], problems: Problems): string | undefined {
  for (const one of members) {
    for (const other of members) {
      if (severityLevel(one.severity) - severityLevel(other.severity) < 2) continue;
      if (familyOf(one.reviewer, problems) === familyOf(other.reviewer, problems)) continue;
      return `rated ${one.severity} by one vendor and ${other.severity} by another`;
    }
  }
  return undefined;
}
