import type { EarlierProblem } from "#model/history/earlier-problem.ts";
import type { EarlierRef } from "#model/history/lineage.ts";
import type { ClusterId, ReviewId } from "#model/ids.ts";
import type { Review } from "#model/review.ts";
import { earlierKey } from "../collect/series-problems.ts";

/** A name that stands in a comment of ours on the platform. */
export interface PostedName {
  readonly review: ReviewId;
  readonly cluster: ClusterId;
  /** The fingerprint in the comment. */
  readonly key?: string | undefined;
}

/** Everything in which names of a series were printed. */
export interface NameSources {
  /** The earlier rounds, oldest first. */
  readonly reviews: readonly Review[];
  readonly problems: readonly EarlierProblem[];
  readonly posted?: readonly PostedName[] | undefined;
  /** The record of this very round, if it is resumed and had one. */
  readonly former?: Review | undefined;
}

/** One problem, by the names that reports of the series gave it. */
export interface NamedProblem {
  /** One for each name, oldest first. */
  readonly names: readonly EarlierRef[];
  /** The fingerprints that it had under each of its names. */
  readonly fingerprints: ReadonlyMap<ClusterId, ReadonlySet<string>>;
}

/** The names of a series. */
export interface CollectedNames {
  /** Every name that was ever printed, by its problems: two of them if an older version gave it twice. */
  readonly owners: ReadonlyMap<ClusterId, ReadonlySet<NamedProblem>>;
  readonly byProblem: ReadonlyMap<EarlierProblem, NamedProblem>;
  /** The dropped and routed problems that history does not follow, with the places where they were printed. */
  readonly unlisted: ReadonlyMap<NamedProblem, readonly EarlierRef[]>;
  /** The problems of our comments whose records are missing, by fingerprint. */
  readonly byKey: ReadonlyMap<string, NamedProblem>;
  /** Names that no record has any more. */
  readonly retired: readonly ClusterId[];
}

/** Collects every name that a series ever printed, and the problem that it denotes. */
export function collectNames({ reviews, problems, posted = [], former }: NameSources): CollectedNames {
  const book = new NameBook();
  const byProblem = new Map(problems.map((problem) => [problem, book.add(refsOf(problem))]));
  const unlisted = new Map<NamedProblem, EarlierRef[]>();
  // A later record names the earlier ones.
  for (const [at, review] of [...reviews.entries()].toReversed()) {
    for (const { id, names = [] } of review.clusters) {
      const ref = { review: review.id, round: at + 1, cluster: id };
      const known = book.find([ref, ...names]);
      const owner = known ?? book.add([]);
      for (const each of [ref, ...names]) book.own(owner, each);
      if (known === undefined || unlisted.has(owner)) unlisted.set(owner, [ref, ...(unlisted.get(owner) ?? [])]);
    }
  }
  for (const review of reviews) {
    for (const { id, identity } of review.clusters) {
      const owner = book.find([{ review: review.id, cluster: id }]);
      if (owner !== undefined) for (const print of [identity?.exact, identity?.code]) book.mark(owner, id, print);
    }
  }
  const byKey = new Map<string, Entry>();
  const records = new Set(reviews.map(({ id }) => id));
  const lost = posted.filter(({ review }) => !records.has(review) && review !== former?.id);
  for (const { review, cluster, key = `${review} ${cluster}` } of lost) {
    const owner = byKey.get(key) ?? book.find([{ review, cluster }]) ?? book.add([]);
    byKey.set(key, owner);
    book.own(owner, { review, round: 0, cluster });
  }
  const isElsewhere = (of: EarlierRef | undefined): of is EarlierRef =>
    of !== undefined && of.round > 0 && !records.has(of.review) && of.review !== former?.id;
  const retired = [
    ...reviews.flatMap(({ series }) => series?.retired ?? []),
    ...lost.map(({ cluster }) => cluster),
    ...reviews.flatMap(({ previous }) => previous.flatMap(({ of }) => (isElsewhere(of) ? of.cluster : []))),
    ...(former?.clusters ?? []).flatMap(({ id, names = [] }) => [id, ...names.map(({ cluster }) => cluster)]),
    ...(former?.series?.retired ?? []),
  ];
  return { owners: book.owners(), byProblem, unlisted, byKey, retired: [...new Set(retired)] };
}

/** A problem that only a decision for this series describes has its name from a report that is not here any more. */
function refsOf({ printed, ref, decision }: EarlierProblem): readonly EarlierRef[] {
  return ref.round === 0 && decision?.scope.series !== undefined ? [ref] : printed;
}

interface Entry extends NamedProblem {
  readonly names: EarlierRef[];
  readonly fingerprints: Map<ClusterId, Set<string>>;
}

class NameBook {
  readonly #entries = new Set<Entry>();
  readonly #byRef = new Map<string, Entry>();

  add(refs: readonly EarlierRef[]): Entry {
    const entry: Entry = { names: [], fingerprints: new Map() };
    this.#entries.add(entry);
    for (const ref of refs) this.own(entry, ref);
    return entry;
  }

  find(refs: readonly Pick<EarlierRef, "review" | "cluster">[]): Entry | undefined {
    return refs.map((ref) => this.#byRef.get(earlierKey(ref))).find((entry) => entry !== undefined);
  }

  own(entry: Entry, ref: EarlierRef): void {
    const key = earlierKey(ref);
    if (this.#byRef.has(key)) return;
    this.#byRef.set(key, entry);
    const at = entry.names.findIndex(({ cluster }) => cluster === ref.cluster);
    if (at === -1) entry.names.push(ref);
    else if (ref.round < entry.names[at]!.round) entry.names[at] = ref;
    entry.names.sort((one, other) => one.round - other.round);
  }

  mark(entry: Entry, name: ClusterId, fingerprint: string | undefined): void {
    if (fingerprint === undefined) return;
    entry.fingerprints.set(name, (entry.fingerprints.get(name) ?? new Set()).add(fingerprint));
  }

  owners(): ReadonlyMap<ClusterId, ReadonlySet<NamedProblem>> {
    const owners = new Map<ClusterId, Set<NamedProblem>>();
    for (const entry of this.#entries)
      for (const { cluster } of entry.names) owners.set(cluster, (owners.get(cluster) ?? new Set()).add(entry));
    return owners;
  }
}
