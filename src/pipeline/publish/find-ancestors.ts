import type { Archive } from "#adapters/store/archive.ts";
import type { ClusterId } from "#model/ids.ts";
import type { Review } from "#model/review.ts";
import type { EarlierRef } from "#model/history/lineage.ts";
import type { ProblemRef } from "#steps/plan-publication/publication-input.ts";

/** The names of a problem in earlier rounds of the series, newest first. */
export type Ancestors = (problem: ProblemRef) => readonly EarlierRef[];

/** Joins the links between problems in all records of the series. A missing record only loses its own links. */
export async function findAncestors(archive: Pick<Archive, "read">, review: Review): Promise<Ancestors> {
  const names = new Map<string, EarlierRef>();
  const groups = openGroups();
  for (const one of [...(await earlierRecords(archive, review)), review]) {
    for (const [newer, older] of linksOf(one)) {
      names.set(keyOf(older), older);
      groups.join(keyOf(newer), keyOf(older));
    }
    const round = roundOf(one, review);
    if (round === undefined) continue;
    for (const { id } of one.clusters) {
      const ref = { review: one.id, round, cluster: id };
      names.set(keyOf(ref), ref);
    }
  }
  return (problem) =>
    groups
      .of(keyOf(problem))
      .flatMap((key) => (key === keyOf(problem) ? [] : (names.get(key) ?? [])))
      .filter((ref) => ref.review !== review.id)
      .toSorted((one, other) => other.round - one.round || keyOf(one).localeCompare(keyOf(other)));
}

async function earlierRecords(archive: Pick<Archive, "read">, { series }: Review): Promise<readonly Review[]> {
  const records: Review[] = [];
  for (const { review } of series?.entries ?? []) {
    const record = await archive.read(review).catch(() => undefined);
    if (record !== undefined) records.push(record);
  }
  return records;
}

/** The round of a record in the series. Undefined for this review itself. */
function roundOf({ id }: Review, { series }: Review): number | undefined {
  return series?.entries.find(({ review }) => review === id)?.round;
}

/** Pairs of a problem and the same problem in an earlier round. */
function linksOf(review: Review): readonly (readonly [ProblemRef, EarlierRef])[] {
  const own = (cluster: ClusterId): ProblemRef => ({ review: review.id, cluster });
  const recognised = review.clusters.flatMap(({ id, lineage }) =>
    // A finding that contradicts an earlier problem is a different problem.
    lineage?.recognised === undefined || lineage.kind === "contradicts"
      ? []
      : [[own(id), lineage.recognised.of] as const],
  );
  const raised = review.previous.flatMap(({ of, raisedAgain = [] }) =>
    of === undefined ? [] : raisedAgain.map((id) => [own(id), of] as const),
  );
  return [...recognised, ...raised];
}

const keyOf = ({ review, cluster }: ProblemRef): string => `${review} ${cluster}`;

/** Groups of names for the same problem. */
function openGroups() {
  const groups = new Map<string, Set<string>>();
  const groupOf = (key: string): Set<string> => groups.get(key) ?? new Set([key]);
  return {
    join(one: string, other: string): void {
      const joined = new Set([...groupOf(one), ...groupOf(other)]);
      for (const key of joined) groups.set(key, joined);
    },
    of: (key: string): readonly string[] => [...groupOf(key)],
  };
}
