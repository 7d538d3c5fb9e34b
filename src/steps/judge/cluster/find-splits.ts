import type { Member } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import { describeSharedTraits } from "#likeness/describe-shared-traits.ts";
import type { JudgedPair } from "./join-findings.ts";
import type { MayJoin } from "./find-differences.ts";

/** A finding about two problems also belongs to the second from this probability on. */
const SPLIT_FROM = 0.6;

/** What was compared, by finding, and what can be one problem at all. */
export interface Compared {
  readonly pairs: readonly (readonly JudgedPair[])[];
  readonly mayJoin: MayJoin;
}

/**
 * A finding may be about two problems that another reviewer reports separately. It belongs to one, and is a secondary member
 * of the other if it is clearly about that too and its reviewer has no other finding there. In the order of the groups.
 */
export function findSplits(
  groups: readonly (readonly number[])[],
  findings: readonly Finding[],
  { pairs, mayJoin }: Compared,
): Member[][] {
  const groupOf = new Map(groups.flatMap((members, group) => members.map((at) => [at, group] as const)));
  const splits: Member[][] = groups.map(() => []);
  const fed = groups.map((members) => [...members]);
  for (const [at, finding] of findings.entries()) {
    if (!groupOf.has(at)) continue;
    const byGroup = new Map<number, JudgedPair[]>();
    for (const pair of pairs[at] ?? []) {
      const group = groupOf.get(pair.one === at ? pair.other : pair.one);
      if (group === undefined || group === groupOf.get(at)) continue;
      const own = byGroup.get(group);
      if (own === undefined) byGroup.set(group, [pair]);
      else own.push(pair);
    }
    for (const [group, own] of byGroup) {
      const members = groups[group] ?? [];
      if (members.some((other) => findings[other]?.reviewer === finding.reviewer)) continue;
      const mean = own.reduce((sum, { probability }) => sum + probability, 0) / members.length;
      const [strongest] = own.toSorted((a, b) => b.probability - a.probability);
      if (mean < SPLIT_FROM || strongest === undefined || !mayJoin([at], fed[group]!)) continue;
      fed[group]!.push(at);
      const because = `speaks of this too: ${describeSharedTraits(strongest.traits)}`;
      splits[group]?.push({
        finding: finding.id,
        share: "secondary",
        confidence: Math.round(mean * 100) / 100,
        because,
      });
    }
  }
  return splits;
}
