import type { ClusterId } from "../ids.ts";
import type { Review } from "../review.ts";
import type { EarlierRef } from "./lineage.ts";

/** A problem by its place in the archive. */
type ProblemPlace = Pick<EarlierRef, "review" | "cluster">;

/** Every place where the reports of a series printed the problem of one place, that place included, newest first. */
export type SamePlaces = (problem: ProblemPlace) => readonly EarlierRef[];

/** Joins the links between problems in the records of a series. A missing record only loses its own links. */
export function linkRounds(records: readonly Review[], newest: Review): SamePlaces {
  const rounds = new Map<string, number>((newest.series?.entries ?? []).map(({ review, round }) => [review, round]));
  rounds.set(newest.id, rounds.size + 1);
  const places = new Map<string, EarlierRef>();
  const groups = openGroups();
  for (const record of records) {
    for (const [newer, older] of linksOf(record)) {
      if (!places.has(keyOf(older))) places.set(keyOf(older), older);
      groups.join(keyOf(newer), keyOf(older));
    }
    const round = rounds.get(record.id);
    if (round === undefined) continue;
    for (const { id } of record.clusters) {
      const ref = { review: record.id, round, cluster: id };
      places.set(keyOf(ref), ref);
    }
  }
  return (problem) =>
    groups
      .of(keyOf(problem))
      .flatMap((key) => places.get(key) ?? [])
      .toSorted((one, other) => other.round - one.round || keyOf(one).localeCompare(keyOf(other)));
}

/** Pairs of a problem and the same problem in an earlier round. */
function linksOf(review: Review): readonly (readonly [ProblemPlace, EarlierRef])[] {
  const own = (cluster: ClusterId): ProblemPlace => ({ review: review.id, cluster });
  const named = review.clusters.flatMap(({ id, names = [], lineage }) => [
    ...names.map((ref) => [own(id), ref] as const),
    // A finding that contradicts an earlier problem is a different problem.
    ...(lineage?.recognised === undefined || lineage.kind === "contradicts"
      ? []
      : [[own(id), lineage.recognised.of] as const]),
  ]);
  const raised = review.previous.flatMap(({ of, raisedAgain = [] }) =>
    of === undefined ? [] : raisedAgain.map((id) => [own(id), of] as const),
  );
  return [...named, ...raised];
}

const keyOf = ({ review, cluster }: ProblemPlace): string => `${review} ${cluster}`;

/** Groups of places that have the same problem. */
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
