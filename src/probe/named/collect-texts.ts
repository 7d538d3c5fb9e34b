import type { Assessment } from "#model/assessment.ts";
import type { Finding } from "#model/finding.ts";
import type { ReviewerText } from "../planned-break.ts";

/** What reviewers wrote, in which they may name breaks. */
export function collectTexts(findings: readonly Finding[], assessments: readonly Assessment[]): ReviewerText[] {
  return [
    ...findings
      .filter(({ withdrawn }) => withdrawn !== true)
      .map(({ id, reviewer, body, locations }) => ({ by: { reviewer, finding: id }, text: body, locations })),
    ...assessments.map(({ reviewer, text }) => ({ by: { reviewer }, text })),
  ];
}

/** Whether a finding is about a missing test, so that a break that no test notices proves it. */
export const isAboutTests = ({ title }: Pick<Finding, "title">): boolean =>
  /\b(?:(?:un)?tests?|(?:un)?tested|testing|coverage|uncovered|(?:test )?suite)\b/i.test(title);
