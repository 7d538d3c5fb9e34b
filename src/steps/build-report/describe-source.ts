import type { ReportSource } from "#model/report.ts";
import { type Review, SUMMARY_EDITOR } from "#model/review.ts";

/** Describes the origin of a record: one of our rounds, or an imported report. Nothing else checks that. */
export function describeSource({ origin, round: { date }, statedVerdict, header }: Review): ReportSource {
  if (origin.kind === "import") {
    return {
      byline: "Read from a published report",
      signature: "Deep Review, from an imported report",
      // The report's own date, in an unknown time zone.
      date,
      statesVerdict: statedVerdict !== undefined,
      hasWrittenSummary: true,
    };
  }
  return {
    byline: `Written by ${origin.tool}`,
    signature: origin.tool,
    date: date === undefined ? undefined : `${date} UTC`,
    statesVerdict: true,
    hasWrittenSummary: header.some(({ key }) => key === SUMMARY_EDITOR),
  };
}
