import type { Finding } from "#model/finding.ts";

/** From this average probability on, findings are shown as one. Found by cross-validation and kept round. */
export const SAME_FROM = 0.4;

/** Two findings of one reviewer are hardly ever the same problem: it would have said it once. */
export function mayStandTogether(findings: readonly Finding[]): (one: number, other: number) => boolean {
  return (one, other) => findings[one]?.reviewer !== findings[other]?.reviewer;
}
