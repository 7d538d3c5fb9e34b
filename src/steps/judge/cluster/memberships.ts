import { findRung } from "#evidence/find-rung.ts";
import type { GroundedFinding, Finding } from "#model/finding.ts";
import { rungLevel } from "#model/panel/evidence-ladder.ts";
import { severityLevel } from "#model/severity.ts";
import type { Member } from "#model/cluster.ts";
import { describeSharedTraits } from "#likeness/describe-shared-traits.ts";
import type { JudgedPair } from "./join-findings.ts";

/**
 * Chooses the speaker of a problem, whose text the report uses: of the worst claims the one with the best evidence, then the
 * one that comes first in its review. A milder text must not hide a worse claim, and a commenter is chosen only if no one
 * else raises the problem. The order of the findings does not depend on who answered first.
 */
export function createSpeakerChoice(raised: readonly GroundedFinding[], commenters: ReadonlySet<string>) {
  const positions = positionsOf(raised);
  const keyOf = (at: number): readonly number[] => {
    const { finding, grounding } = raised[at]!;
    const groundings = grounding === undefined ? [] : [grounding];
    const { level } = findRung({ problem: finding, groundings, isChecked: true });
    const isLast = commenters.has(finding.reviewer) ? 1 : 0;
    return [isLast, -severityLevel(finding.severity), -rungLevel(level), positions[at]!, at];
  };
  return (members: readonly number[]): number =>
    members
      .map(keyOf)
      .reduce((best, key) => (compareKeys(key, best) < 0 ? key : best))
      .at(-1)!;
}

/** How many findings its author names before each finding. */
function positionsOf(raised: readonly GroundedFinding[]): number[] {
  const counts = new Map<string, number>();
  return raised.map(({ finding: { reviewer } }) => {
    const position = counts.get(reviewer) ?? 0;
    counts.set(reviewer, position + 1);
    return position;
  });
}

function compareKeys(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : one[at]! - other[at]!;
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
