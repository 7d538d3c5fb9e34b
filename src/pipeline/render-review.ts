import type { RuledCluster } from "#model/cluster.ts";
import type { Report } from "#model/report.ts";
import type { Review } from "#model/review.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import { buildFinding } from "#steps/build-report/build-finding.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import type { TerminalOptions } from "#steps/render/terminal/render-terminal.ts";
import { describeHistory } from "#steps/history/describe/describe-history.ts";

/** The formats a report can be rendered in. */
export const FORMATS = ["md", "html", "json", "sarif", "terminal"] as const;
export type Format = (typeof FORMATS)[number];

/** A review rendered in each of these formats, in their order. */
export async function* renderReview(review: Review, formats: readonly Format[], terminal: TerminalOptions) {
  const report = buildReport(review);
  for (const format of formats) {
    yield { format, fileName: fileNameOf(format), text: await renderReport(report, format, terminal) };
  }
}

/** The reports that lie beside every record of a round. */
export async function renderFiles(review: Review): Promise<{ readonly name: string; readonly content: string }[]> {
  const files = [];
  for await (const { fileName, text } of renderReview(review, ["html", "md", "sarif"], { width: 100, color: false })) {
    files.push({ name: fileName, content: text });
  }
  return files;
}

/** One finding of a report in full, for a terminal. */
export async function renderOneFinding(
  review: Review,
  cluster: RuledCluster,
  terminal: TerminalOptions,
): Promise<string> {
  const { renderFinding } = await import("#steps/render/terminal/render-finding.ts");
  return renderFinding(buildFinding(review, cluster), terminal);
}

/** What a report says of one earlier finding, for a terminal. */
export async function renderOneEarlier(
  review: Review,
  finding: PreviousFinding,
  terminal: TerminalOptions,
): Promise<string> {
  const { renderEarlierFinding } = await import("#steps/render/terminal/render-finding.ts");
  const row = describeHistory(review)?.earlier.find(({ finding: { ref } }) => ref === finding.ref);
  const plain = { finding, status: finding.status.replaceAll("-", " "), decision: undefined, verdicts: [] };
  return renderEarlierFinding(row ?? plain, review, terminal);
}

/** Each renderer is loaded when it is asked for. */
async function renderReport(report: Report, format: Format, terminal: TerminalOptions): Promise<string> {
  switch (format) {
    case "md":
      return (await import("#steps/render/markdown/render-markdown.ts")).renderMarkdown(report);
    case "html":
      return (await import("#steps/render/html/render-html.ts")).renderHtml(report);
    case "json":
      return (await import("#steps/render/json/render-json.ts")).renderJson(report);
    case "sarif":
      return (await import("#steps/render/sarif/render-sarif.ts")).renderSarif(report);
    case "terminal":
      return (await import("#steps/render/terminal/render-terminal.ts")).renderTerminal(report, terminal);
  }
}

/** The name of a rendered report's file; a summary for the terminal is plain text there. */
function fileNameOf(format: Format): string {
  return format === "terminal" ? "report.txt" : `report.${format}`;
}
