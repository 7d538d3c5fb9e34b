import type { RuledCluster } from "#model/cluster.ts";
import { type Finding, silencedIn } from "#model/finding.ts";
import { listSome } from "#util/list-some.ts";

/** Which findings stand although the change brings something to silence them, in a phrase for the verdict's line. */
export function describeSilenced(clusters: readonly RuledCluster[], findings: readonly Finding[]): string[] {
  const known = silencedIn(findings);
  const ids = clusters.flatMap(({ id, ruling, members }) =>
    ruling.kind === "keep" && members.some(({ finding }) => known.has(finding)) ? [id] : [],
  );
  if (ids.length === 0) return [];
  const are = ids.length === 1 ? "is" : "are";
  return [`${listSome(ids)} ${are} silenced by this change, which counts once somebody with write access agrees`];
}
