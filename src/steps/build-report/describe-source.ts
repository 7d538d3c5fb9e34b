import type { ReportSource } from "#model/report.ts";
import type { Review } from "#model/review.ts";

/** The one place that asks whether the record is of a round of ours or of a published report. */
export function describeSource({ origin, round: { date }, statedVerdict }: Review): ReportSource {
  if (origin.kind === "import") {
    return {
      byline: "Read from a published report",
      signature: "Deep Review, from an imported report",
      // Dated as it says, in a zone that nobody knows.
      date,
      statesVerdict: statedVerdict !== undefined,
    };
  }
  return {
    byline: `Written by ${origin.tool}`,
    signature: origin.tool,
    date: date === undefined ? undefined : `${date} UTC`,
    statesVerdict: true,
  };
}
