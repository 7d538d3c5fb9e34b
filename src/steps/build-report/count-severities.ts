import type { SeverityCounts } from "#model/report.ts";
import type { Severity } from "#model/severity.ts";

/** Counts findings by severity. */
export function countSeverities(items: readonly { readonly severity: Severity }[]): SeverityCounts {
  const counts = { critical: 0, important: 0, suggestion: 0 };
  for (const { severity } of items) counts[severity] += 1;
  return counts;
}
