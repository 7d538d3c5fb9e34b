import type { Archive } from "#adapters/store/archive.ts";
import { linkRounds } from "#model/history/link-rounds.ts";
import type { EarlierRef } from "#model/history/lineage.ts";
import type { Review } from "#model/review.ts";
import type { ProblemRef } from "#steps/plan-publication/publication-input.ts";

/** The names of a problem in earlier rounds of the series, newest first. */
export type Ancestors = (problem: ProblemRef) => readonly EarlierRef[];

/** Finds the earlier names of a problem in all records of the series. */
export async function findAncestors(archive: Pick<Archive, "read">, review: Review): Promise<Ancestors> {
  const samePlaces = linkRounds([...(await earlierRecords(archive, review)), review], review);
  return (problem) =>
    samePlaces(problem).filter(
      (ref) => ref.review !== review.id && (ref.review !== problem.review || ref.cluster !== problem.cluster),
    );
}

async function earlierRecords(archive: Pick<Archive, "read">, { series }: Review): Promise<readonly Review[]> {
  const records: Review[] = [];
  for (const { review } of series?.entries ?? []) {
    const record = await archive.read(review).catch(() => undefined);
    if (record !== undefined) records.push(record);
  }
  return records;
}
