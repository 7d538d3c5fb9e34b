import type { RuledCluster } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";

/** The primary finding in whose words the report states the problem; else the first one. */
export function speakerOf(cluster: RuledCluster, findings: readonly Finding[]): Finding | undefined {
  const primary = cluster.members
    .filter(({ share }) => share === "primary")
    .flatMap((member) => findings.find(({ id }) => id === member.finding) ?? []);
  const { statement } = cluster;
  return primary.find(({ title, body }) => title === statement?.title && body === statement.body) ?? primary[0];
}
