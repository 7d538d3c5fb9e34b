import { createHash } from "node:crypto";
import type { Log } from "sarif";
import type { Post } from "#model/pull/publication.ts";
import type { Report } from "#model/report.ts";
import { safeJson } from "#util/printable.ts";

/** The post that uploads a log. */
export type SarifPost = Extract<Post, { readonly kind: "sarif" }>;

/** A log for code scanning: what the panel as a whole says, with a version that changes with the content. */
export interface SarifLog {
  readonly tool: string;
  readonly version: string;
  readonly log: string;
}

/** Renders the log. The digest is the build part of the version, as semantic versioning has it: `0.1.0+3f2a…`. */
export async function sarifLog(report: Report, { category }: SarifPost, version: string): Promise<SarifLog> {
  const { renderSarif } = await import("#steps/render/sarif/render-sarif.ts");
  const log: Log = JSON.parse(renderSarif(report, { runs: "merged" }));
  const digest = createHash("sha256").update(safeJson(log)).digest("hex").slice(0, 16);
  const own = `${version}+${digest}`;
  const runs = log.runs.map((run) => ({
    ...run,
    tool: { ...run.tool, driver: { ...run.tool.driver, semanticVersion: own } },
    automationDetails: { ...run.automationDetails, id: `${category}/${report.review.id}` },
  }));
  return { tool: runs[0]?.tool.driver.name ?? "", version: own, log: safeJson({ ...log, runs }) };
}
