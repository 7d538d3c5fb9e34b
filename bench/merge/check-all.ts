import { buildLedger } from "#model/ledger.ts";
import type { Review } from "#model/review.ts";
import { decideVerdict } from "#model/verdict.ts";
import { importReport } from "#import/import-report.ts";
import { buildReport } from "#steps/build-report/build-report.ts";
import { judgeProblems } from "#steps/judge/judge.ts";
import { renderMarkdown } from "#steps/render/markdown/render-markdown.ts";
import { corpusJson, corpusReports, requireCorpus } from "../lib/corpus.ts";
import { checkReport } from "./check-report.ts";

/** The outcome over the corpus. */
export interface CheckedReports {
  /** How many reports were rendered and counted again, each as every maker makes it. */
  readonly reports: number;
  /** What does not add up, each with the report's id in front. */
  readonly contradictions: readonly string[];
}

/** Makes the record to be rendered from an imported one. */
export type RecordMaker = (imported: Review) => Review;

/** Renders every usable report of the corpus, as imported and as we consolidate its raw reviews, and counts it again. */
export function checkAll(makers: readonly RecordMaker[] = [asImported, consolidated]): CheckedReports {
  const corpus = requireCorpus();
  const contradictions: string[] = [];
  let reports = 0;
  for (const { id, text } of corpusReports(corpus)) {
    if (corpusJson<{ readonly usable: boolean }>(corpus, `parsed/${id}.json`)?.usable !== true) continue;
    reports += 1;
    const result = importReport(text, id);
    if (!result.ok) {
      contradictions.push(`${id}: not read: ${result.why}`);
      continue;
    }
    for (const make of makers) {
      const markdown = renderMarkdown(buildReport(make(result.review)));
      contradictions.push(...checkReport(markdown).map((difference) => `${id}: ${difference}`));
    }
  }
  return { reports, contradictions };
}

/** The report as its author consolidated it. */
export function asImported(imported: Review): Review {
  return imported;
}

/** Our own consolidation of the raw reviews: nothing that the author of the report wrote is taken. */
export function consolidated(imported: Review): Review {
  const {
    statedVerdict: _verdict,
    retro: _retro,
    reconciliation: _account,
    resolution: _resolution,
    ...rest
  } = imported;
  const clusters = judgeProblems({ raised: imported.findings.map((finding) => ({ finding })) });
  return {
    ...rest,
    origin: { kind: "round", tool: "deep-review" },
    observations: imported.observations.filter(({ reviewer }) => reviewer !== undefined),
    clusters,
    ledger: buildLedger({ findings: imported.findings, clusters }),
    verdict: decideVerdict(clusters, imported.runs, { reviewers: imported.reviewers }),
    sections: [],
    previous: [],
    decisions: [],
    excerpts: [],
    unplaced: [],
    gaps: [],
  };
}
