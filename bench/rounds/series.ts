import type { Review } from "#model/review.ts";
import { importReport } from "#import/import-report.ts";
import { corpusJson, corpusReports } from "../lib/corpus.ts";
import { Gold, type GoldFile, type GoldReport, pullRequestOf } from "../merge/gold.ts";

/** One published report of a series; hand-checked or only a predecessor. */
export interface CorpusRound {
  readonly review: Review;
  readonly gold: Gold | undefined;
  /** Raw findings that were dropped because their problem had been declined before. */
  readonly declined: ReadonlySet<string>;
}

/** The reports of one pull request, oldest first. */
export interface CorpusSeries {
  readonly pullRequest: string;
  readonly rounds: readonly CorpusRound[];
}

/** Every series of the corpus. */
export function loadSeries(folder: string): CorpusSeries[] {
  const series = new Map<string, CorpusRound[]>();
  for (const { id, text } of corpusReports(folder)) {
    const result = importReport(text, id);
    if (!result.ok || result.review.kind !== "change") continue;
    const file = corpusJson<GoldFile>(folder, `gold/${id}.json`);
    const declined = new Set(
      (file?.dropped ?? []).filter(({ reason }) => reason === "declined-earlier").map(({ raw }) => raw),
    );
    const gold = file === undefined ? undefined : new Gold(file);
    const pullRequest = pullRequestOf(id);
    series.set(pullRequest, [...(series.get(pullRequest) ?? []), { review: result.review, gold, declined }]);
  }
  return [...series].map(([pullRequest, rounds]) => ({ pullRequest, rounds }));
}

/** The hand-checked reports among them. */
export function goldReportsOf(series: readonly CorpusSeries[]): GoldReport[] {
  return series.flatMap(({ pullRequest, rounds }) =>
    rounds.flatMap(({ review: { id, findings }, gold }) =>
      gold === undefined ? [] : [{ id, pullRequest, findings, gold }],
    ),
  );
}
