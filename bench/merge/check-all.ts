import type { Review } from "#model/review.ts";
import { importReport } from "#pipeline/import-report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { renderMarkdown } from "#steps/render/markdown/render-markdown.ts";
import { corpusJson, corpusReports, requireCorpus } from "../lib/corpus.ts";
import { checkReport } from "./check-report.ts";

/** The outcome over the corpus. */
export interface CheckedReports {
  /** How many were rendered and counted again. */
  readonly reports: number;
  /** What does not add up, each with the report's id in front. */
  readonly contradictions: readonly string[];
}

/**
 * Renders every usable report of the corpus and counts it again. By default as it was imported; `consolidate` may put our
 * own consolidation of the raw reviews in its place.
 */
export function checkAll(consolidate: (imported: Review) => Review = (imported) => imported): CheckedReports {
  const corpus = requireCorpus();
  const contradictions: string[] = [];
  let reports = 0;
  for (const { id, text } of corpusReports(corpus)) {
    if (corpusJson<{ readonly usable: boolean }>(corpus, `parsed/${id}.json`)?.usable !== true) continue;
    const result = importReport(text, id);
    if (!result.ok) {
      contradictions.push(`${id}: not read: ${result.why}`);
      continue;
    }
    reports += 1;
    const markdown = renderMarkdown(buildReport(consolidate(result.review)));
    contradictions.push(...checkReport(markdown).map((difference) => `${id}: ${difference}`));
  }
  return { reports, contradictions };
}
