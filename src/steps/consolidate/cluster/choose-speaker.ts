import { findRung } from "#evidence/find-rung.ts";
import { rungLevel } from "#evidence/number-clusters.ts";
import type { Finding } from "#model/finding.ts";
import type { FindingGrounding } from "#model/grounding.ts";
import { severityLevel } from "#model/severity.ts";

/** What the choice depends on. */
interface SpeakerFacts {
  /** In an order that does not depend on who was first to answer. */
  readonly findings: readonly Finding[];
  readonly groundings: ReadonlyMap<string, FindingGrounding>;
  readonly commenters: ReadonlySet<string>;
}

/**
 * Chooses the member whose words the report uses: of those that claim the worst the one that shows the most, then the one
 * that its author names first. A milder wording must not hide a worse claim, and a commenter speaks only where nobody
 * else raises the problem.
 */
export function createSpeakerChoice({ findings, groundings, commenters }: SpeakerFacts) {
  const positions = positionsOf(findings);
  const keyOf = (at: number): readonly number[] => {
    const finding = findings[at]!;
    const grounding = groundings.get(finding.id);
    const { level } = findRung({
      problem: finding,
      groundings: grounding === undefined ? [] : [grounding],
      isChecked: true,
    });
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
function positionsOf(findings: readonly Finding[]): number[] {
  const counts = new Map<string, number>();
  return findings.map(({ reviewer }) => {
    const position = counts.get(reviewer) ?? 0;
    counts.set(reviewer, position + 1);
    return position;
  });
}

function compareKeys(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : one[at]! - other[at]!;
}
