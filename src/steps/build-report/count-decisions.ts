import type { ReportCounts, ReportFinding } from "#model/report.ts";
import type { Review } from "#model/review.ts";

/** What people decided afterwards on anything but the kept findings, by kind; the most frequent first. */
export function countOtherDecisions(
  { decisions }: Pick<Review, "decisions">,
  kept: readonly ReportFinding[],
): ReportCounts["otherDecisions"] {
  const ids = new Set<string | undefined>(kept.map(({ id }) => id));
  const counts = new Map<(typeof decisions)[number]["kind"], number>();
  for (const { kind, source, about } of decisions) {
    if (source === "resolution" && !ids.has(about.cluster)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => ({ kind, count })).toSorted((a, b) => b.count - a.count);
}
