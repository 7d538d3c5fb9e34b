import type { Finding } from "#model/finding.ts";
import type { ReportFinding } from "#model/report.ts";
import type { Review } from "#model/review.ts";
import type { Severity } from "#model/severity.ts";

/**
 * The number of findings of one check that are shown individually. All are counted, and complete formats have them all.
 */
const MAX_SHOWN: Readonly<Record<Severity, number>> = { critical: 50, important: 50, suggestion: 5 };

/**
 * Marks the findings of a check that are folded below the first ones of their severity. Silenced findings are always
 * shown.
 */
export function foldFindings(kept: readonly ReportFinding[], { findings }: Review): ReportFinding[] {
  const checks = new Map(findings.map(({ id, check }) => [id, check]));
  const shown = new Map<string, number>();
  return kept.map((finding) => {
    const check = checkOf(finding, checks);
    if (check === undefined || finding.silenced !== undefined) return finding;
    const key = `${finding.severity} ${check}`;
    const count = (shown.get(key) ?? 0) + 1;
    shown.set(key, count);
    return count > MAX_SHOWN[finding.severity] ? { ...finding, foldedInto: check } : finding;
  });
}

/** The check that alone raised it; undefined if somebody else did too. */
function checkOf({ cluster }: ReportFinding, checks: ReadonlyMap<Finding["id"], string | undefined>) {
  const [first, ...others] = new Set(cluster.members.map(({ finding }) => checks.get(finding)));
  return others.length === 0 ? first : undefined;
}
