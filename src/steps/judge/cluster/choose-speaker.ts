import { findRung } from "#evidence/find-rung.ts";
import type { GroundedFinding } from "#model/grounding.ts";
import { rungLevel } from "#model/history/standing-decision.ts";
import { severityLevel } from "#model/severity.ts";

/**
 * Chooses the member whose words the report uses: of those that claim the worst the one that shows the most, then the one
 * that its author names first. A milder wording must not hide a worse claim, and a commenter speaks only where nobody
 * else raises the problem. The findings come in an order that does not depend on who was first to answer.
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
