import type { Member } from "#model/cluster.ts";
import type { Finding } from "#model/finding.ts";
import { sayEvidence } from "../pair/say-evidence.ts";
import type { JudgedPair } from "./join-findings.ts";

/** A problem: its findings by their places in the list, and the one that speaks for it. */
export interface Problem {
  readonly members: readonly number[];
  readonly representative: number;
}

/** The members of a problem, the one that speaks first; of each what joined it. A reviewer that repeats itself counts once. */
export function memberships(
  { members, representative }: Problem,
  findings: readonly Finding[],
  pairs: readonly JudgedPair[],
): Member[] {
  const spoken = new Set<string>();
  const order = [representative, ...members.filter((at) => at !== representative)];
  return order.map((at) => {
    const { id, reviewer } = findings[at]!;
    const share = spoken.has(reviewer) ? ("duplicate" as const) : ("primary" as const);
    spoken.add(reviewer);
    if (members.length === 1) return { finding: id, share, confidence: 1, because: "the only finding about it" };
    const strongest = strongestOf(at, members, pairs);
    const because = strongest === undefined ? "joined through the others" : said(strongest, at, findings);
    return { finding: id, share, confidence: confidenceOf(at, members, pairs), because };
  });
}

function said(pair: JudgedPair, at: number, findings: readonly Finding[]): string {
  const partner = findings[pair.one === at ? pair.other : pair.one]!;
  return `with ${partner.id}: ${sayEvidence(pair.traits)}`;
}

function withinOf(at: number, members: readonly number[], pairs: readonly JudgedPair[]): JudgedPair[] {
  return pairs.filter(
    ({ one, other }) => (one === at && members.includes(other)) || (other === at && members.includes(one)),
  );
}

function strongestOf(at: number, members: readonly number[], pairs: readonly JudgedPair[]): JudgedPair | undefined {
  return withinOf(at, members, pairs).toSorted((a, b) => b.probability - a.probability)[0];
}

function confidenceOf(at: number, members: readonly number[], pairs: readonly JudgedPair[]): number {
  const own = withinOf(at, members, pairs);
  const sum = own.reduce((total, { probability }) => total + probability, 0);
  return Math.round((100 * sum) / Math.max(1, own.length)) / 100;
}
