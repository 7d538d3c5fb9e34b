import type { Log } from "sarif";
import type { Report } from "#model/report.ts";
import { safeJson } from "#util/printable.ts";
import { mergedRun } from "./merged-run.ts";
import { reviewerRun } from "./reviewer-run.ts";

export interface SarifOptions {
  /** Version of this program, for `tool.driver`. */
  readonly toolVersion?: string;
  /** `merged` leaves out the reviewers' own runs, for platforms that would show every finding twice. */
  readonly runs?: "all" | "merged";
}

/**
 * A report as SARIF 2.1.0: first the merged run, then one run for each reviewer. Every run has its own category
 * (`automationDetails.id` up to the last slash), as code hosts refuse two runs of one category in a file.
 */
export function renderSarif(report: Report, options: SarifOptions = {}): string {
  const raw = options.runs === "merged" ? [] : report.rawReviews;
  const log: Log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [mergedRun(report, options.toolVersion), ...raw.map((review) => reviewerRun(report, review))],
  };
  return `${safeJson(log, 2)}\n`;
}
