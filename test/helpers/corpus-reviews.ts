import type { Review } from "#model/review.ts";
import { importReport } from "#import/import-report.ts";
import { corpusAvailable, corpusIds, corpusReport } from "./corpus.ts";

let known: Review[] | undefined;

/** The records of all reports of the corpus that can be read, imported once; undefined where there is no corpus. */
export const corpusReviews: (() => Review[]) | undefined = corpusAvailable
  ? () => (known ??= corpusIds.flatMap((id) => importedReview(id)))
  : undefined;

function importedReview(id: string): Review[] {
  const result = importReport(corpusReport(id), id);
  return result.ok ? [result.review] : [];
}
