import type { RuledCluster } from "#model/cluster.ts";
import type { Report } from "#model/report.ts";
import type { Review } from "#model/review.ts";
import type { PreviousFinding } from "#model/history/lineage.ts";
import { buildFinding } from "#steps/build-report/build-finding.ts";
import { inArchive } from "#steps/build-report/describe-trials.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import type { TerminalOptions } from "#steps/render/terminal/render-terminal.ts";
import { describeHistory } from "#steps/history/describe/describe-history.ts";

/** The formats a report can be rendered in. */
export const FORMATS = ["md", "html", "json", "sarif", "terminal"] as const;
export type Format = (typeof FORMATS)[number];

/** Renders a review in these formats, in order. */
export async function* renderReview(review: Review, formats: readonly Format[], terminal: TerminalOptions) {
  const report = buildReport(review);
  for (const format of formats) {
    yield { format, fileName: fileNameOf(format), text: await renderReport(report, format, terminal) };
  }
}

/** The reports that are stored with every record of a round. */
export async function renderFiles(review: Review): Promise<{ readonly name: string; readonly content: string }[]> {
  const files = [];
  for await (const { fileName, text } of renderReview(review, ["html", "md", "sarif"], { width: 100, color: false })) {
    files.push({ name: fileName, content: text });
  }
  return [...files, ...patchFiles(review)];
}

/** A file for each patch that may be applied, for `git apply`. */
function patchFiles(review: Review): { readonly name: string; readonly content: string }[] {
  return review.clusters.flatMap((cluster) => {
    if (cluster.ruling.kind === "drop") return [];
    const { patch } = buildFinding(review, cluster);
    return patch?.isOffered === true ? [{ name: patch.file, content: patch.text }] : [];
  });
}

/** One finding of a report in full, for a terminal. */
export async function renderOneFinding(
  review: Review,
  cluster: RuledCluster,
  terminal: TerminalOptions & {
    /** The folder of the archive for the shell. Absent: its usual place. */
    readonly archive?: string;
  },
): Promise<string> {
  const { renderFinding } = await import("#steps/render/terminal/render-finding.ts");
  const finding = buildFinding(review, cluster);
  return renderFinding(terminal.archive === undefined ? finding : inArchive(finding, terminal.archive), terminal);
}

/** One earlier finding of a report, for a terminal. */
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

/** Loads each renderer when it is needed. */
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

function fileNameOf(format: Format): string {
  return format === "terminal" ? "report.txt" : `report.${format}`;
}
