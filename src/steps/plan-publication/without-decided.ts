import type { ClusterId } from "#model/ids.ts";
import type { Report } from "#model/report.ts";
import type { PublicationInput } from "./publication-input.ts";

type Decided = Pick<PublicationInput, "report" | "decided">;

/** The report without what people declined since the review. The verdict stays that of the review. */
export function withoutDecided({ report, decided = new Map() }: Decided): Report {
  const kept = report.kept.filter(({ id }) => !decided.has(id));
  if (kept.length === report.kept.length) return report;
  const count = (severity: Report["kept"][number]["severity"]): number =>
    kept.filter((finding) => finding.severity === severity).length;
  return {
    ...report,
    kept,
    counts: {
      ...report.counts,
      kept: {
        critical: count("critical"),
        important: count("important"),
        suggestion: count("suggestion"),
        all: kept.length,
      },
      contested: kept.filter(({ contested }) => contested !== undefined).length,
    },
  };
}

/** The findings that no longer count, for the reader: `I1 (it was declined)`. */
export function decidedSince({ report: { review }, decided = new Map() }: Decided): string[] {
  const kept = new Set<ClusterId>(review.clusters.filter(({ ruling }) => ruling.kind === "keep").map(({ id }) => id));
  return [...decided].flatMap(([id, why]) => (kept.has(id) ? [`${id} (${why})`] : []));
}
