import type { Member } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import { describeSharedTraits } from "#likeness/describe-shared-traits.ts";
import type { JudgedPair } from "./join-findings.ts";

/** The pairs of each finding, by its place in the list. */
export function pairsByFinding(count: number, pairs: readonly JudgedPair[]): readonly (readonly JudgedPair[])[] {
  const by: JudgedPair[][] = Array.from({ length: count }, () => []);
  for (const pair of pairs) {
    by[pair.one]?.push(pair);
    by[pair.other]?.push(pair);
  }
  return by;
}

/**
 * The members of a problem, each with what joined it. `members` are places in the list of findings, the speaker first. A
 * reviewer that repeats itself counts once.
 */
export function memberships(
  members: readonly number[],
  findings: readonly Finding[],
  pairs: readonly (readonly JudgedPair[])[],
): Member[] {
  const counted = new Set<string>();
  const inside = new Set(members);
  return members.map((at) => {
    const { id, reviewer } = findings[at]!;
    const share = counted.has(reviewer) ? ("duplicate" as const) : ("primary" as const);
    counted.add(reviewer);
    if (members.length === 1) return { finding: id, share, confidence: 1, because: "the only finding about it" };
    const own = (pairs[at] ?? []).filter(({ one, other }) => inside.has(one === at ? other : one));
    const because = own.length === 0 ? "joined through the others" : describeLink(strongestOf(own), at, findings);
    return { finding: id, share, confidence: meanOf(own), because };
  });
}

function describeLink(pair: JudgedPair, at: number, findings: readonly Finding[]): string {
  const partner = findings[pair.one === at ? pair.other : pair.one]!;
  return `with ${partner.id}: ${describeSharedTraits(pair.traits)}`;
}

function strongestOf(pairs: readonly JudgedPair[]): JudgedPair {
  return pairs.reduce((best, pair) => (pair.probability > best.probability ? pair : best));
}

function meanOf(pairs: readonly JudgedPair[]): number {
  const sum = pairs.reduce((total, { probability }) => total + probability, 0);
  return Math.round((100 * sum) / Math.max(1, pairs.length)) / 100;
}
