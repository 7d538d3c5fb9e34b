import type { Member } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import { describeSharedTraits } from "#likeness/describe-shared-traits.ts";
import type { JudgedPair } from "./join-findings.ts";

/** A problem: its findings by their places in the list, and the one that speaks for it. */
export interface JoinedProblem {
  readonly members: readonly number[];
  readonly representative: number;
}

/** The pairs of each finding, by its place in the list. */
export function pairsByFinding(count: number, pairs: readonly JudgedPair[]): readonly (readonly JudgedPair[])[] {
  const by: JudgedPair[][] = Array.from({ length: count }, () => []);
  for (const pair of pairs) {
    by[pair.one]?.push(pair);
    by[pair.other]?.push(pair);
  }
  return by;
}

/** The members of a problem, the one that speaks first; of each what joined it. A reviewer that repeats itself counts once. */
export function memberships(
  { members, representative }: JoinedProblem,
  findings: readonly Finding[],
  pairs: readonly (readonly JudgedPair[])[],
): Member[] {
  const spoken = new Set<string>();
  const inside = new Set(members);
  const order = [representative, ...members.filter((at) => at !== representative)];
  return order.map((at) => {
    const { id, reviewer } = findings[at]!;
    const share = spoken.has(reviewer) ? ("duplicate" as const) : ("primary" as const);
    spoken.add(reviewer);
    if (members.length === 1) return { finding: id, share, confidence: 1, because: "the only finding about it" };
    const own = (pairs[at] ?? []).filter(({ one, other }) => inside.has(one === at ? other : one));
    const because = own.length === 0 ? "joined through the others" : said(strongestOf(own), at, findings);
    return { finding: id, share, confidence: meanOf(own), because };
  });
}

function said(pair: JudgedPair, at: number, findings: readonly Finding[]): string {
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
