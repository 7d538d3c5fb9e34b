import type { Archive } from "#adapters/store/archive.ts";
import { type RuledCluster, wordingOf } from "#model/cluster.ts";
import { linkRounds } from "#model/history/link-rounds.ts";
import { earlierName, type EarlierRef, type PreviousFinding } from "#model/history/lineage.ts";
import { clusterIdSchema } from "#model/ids.ts";
import type { Review } from "#model/review.ts";
import { UserError } from "#util/errors.ts";
import { printableLine } from "#util/printable.ts";
import { joinAnd, listSome } from "#util/words.ts";

/** A finding that the user names, with the record that holds it. */
export interface NamedFinding {
  /** Absent if the record of its round is not in the archive. */
  readonly home?: { readonly review: Review; readonly cluster: RuledCluster } | undefined;
  /** For an earlier finding: what this review says became of it. */
  readonly earlier?: PreviousFinding | undefined;
  /** Where it is listed, if its record is not in the archive. */
  readonly of?: Pick<EarlierRef, "review" | "cluster"> | undefined;
}

/** Where a name is looked up. */
export interface NamePlace {
  readonly archive: Archive;
  readonly review: Review;
  /** The user names this very review, so its own findings come first. */
  readonly isReviewNamed: boolean;
}

/**
 * Finds the problem that the series of a review calls `I2`, now or in an earlier report; `R2.I3` is what round 2 calls
 * I3, `claude:I1` a raw finding of this review. Throws a UserError if there is none, or if older reports gave the name
 * to several problems.
 */
export async function findNamed(wanted: string, place: NamePlace): Promise<NamedFinding> {
  const found = await lookUpName(wanted, place);
  if (found !== undefined) return found;
  const { id, clusters, previous } = place.review;
  const ids = [...clusters.map((cluster) => cluster.id as string), ...previous.map(({ ref }) => ref)];
  throw new UserError({
    what: `review ${id} has no finding "${wanted}"`,
    why: ids.length === 0 ? "it has no findings at all" : `it has ${listSome(ids, 20)}`,
    fix: `run \`deep-review show ${id}\` to list them`,
  });
}

/** The same; undefined if there is no such finding. */
export async function lookUpName(wanted: string, place: NamePlace): Promise<NamedFinding | undefined> {
  const { review, isReviewNamed } = place;
  const name = clusterIdSchema.safeParse(wanted.toUpperCase()).data;
  if (name === undefined) {
    const earlier = await lookUpEarlier(wanted, place);
    if (earlier !== undefined) return earlier;
    const raw = findRaw(review, wanted);
    return raw && { home: { review, cluster: raw } };
  }
  const own = review.clusters.find(({ id }) => id === name);
  if (own !== undefined && isReviewNamed) return { home: { review, cluster: own } };
  const series = await readSeries(place);
  const meant = new Map(series.places(name).map((ref) => [placeKey(series.same(ref)[0] ?? ref), ref]));
  const [first, ...others] = meant.values();
  if (first === undefined) return listedAs(wanted, review);
  if (others.length > 0) throw ambiguous(name, [...meant.values()], series);
  return own === undefined ? series.find(first) : { home: { review, cluster: own } };
}

/** `R2.I3`: as round 2 printed it. */
async function lookUpEarlier(wanted: string, place: NamePlace): Promise<NamedFinding | undefined> {
  const ref = earlierPlace(wanted, place.review);
  if (ref === undefined) return listedAs(wanted, place.review);
  const series = await readSeries(place);
  const home = series.homeOf(ref);
  const earlier =
    ref.review === place.review.id ? undefined : (series.previousOf(ref) ?? listedAs(wanted, place.review)?.earlier);
  return home === undefined && earlier === undefined ? undefined : { home, earlier, of: ref };
}

/** A row of this review whose own words are all that is known. Imported reports call earlier findings `I1`, too. */
function listedAs(wanted: string, { previous }: Review): NamedFinding | undefined {
  const earlier = previous.find(({ ref }) => ref.toLowerCase() === wanted.toLowerCase());
  return earlier && { earlier, of: earlier.of };
}

/** A problem by the id of a raw finding in it, `claude:I1`. */
function findRaw({ clusters }: Review, wanted: string): RuledCluster | undefined {
  const name = wanted.toLowerCase();
  const containing = clusters.filter(({ members }) => members.some(({ finding }) => finding.toLowerCase() === name));
  // A raw finding that feeds two problems means the one that it is counted in.
  const home = containing.find(({ members }) =>
    members.some(({ finding, share }) => share !== "secondary" && finding.toLowerCase() === name),
  );
  return home ?? containing[0];
}

type Place = Pick<EarlierRef, "review" | "cluster">;

const placeKey = ({ review, cluster }: Place): string => `${review} ${cluster}`;

/** The records of a series as far as the archive has them. */
async function readSeries({ archive, review }: NamePlace) {
  const records = [review];
  const entries = review.series?.entries ?? [];
  const roundOf = ({ id }: Review): number => entries.find((entry) => entry.review === id)?.round ?? entries.length + 1;
  for (const entry of entries) {
    const record = await readIfAny(archive, entry.review);
    if (record !== undefined) records.push(record);
  }
  const same = linkRounds(records, review);
  const homeOf = (ref: Place): NamedFinding["home"] => {
    const record = records.find(({ id }) => id === ref.review);
    const cluster =
      record?.clusters.find(({ id }) => id === ref.cluster) ??
      // A round that was resumed may have merged what it printed first.
      record?.clusters.find(({ names = [] }) => names.some((name) => placeKey(name) === placeKey(ref)));
    return record && cluster && { review: record, cluster };
  };
  const previousOf = (ref: Place): PreviousFinding | undefined => {
    const keys = new Set([ref, ...same(ref)].map(placeKey));
    return review.previous.find(({ of }) => of !== undefined && keys.has(placeKey(of)));
  };
  return {
    same,
    homeOf,
    previousOf,
    /** Every place where a report of the series printed this name. */
    places: (name: string): readonly EarlierRef[] =>
      records.flatMap((record) =>
        record.clusters.flatMap(({ id, names = [] }) => {
          const own = { review: record.id, round: roundOf(record), cluster: id };
          return [own, ...names].filter(({ cluster }) => cluster === name);
        }),
      ),
    /** The problem in its newest report. */
    find(ref: EarlierRef): NamedFinding {
      const refs = same(ref).length === 0 ? [ref] : same(ref);
      const here = refs.flatMap((one) => (one.review === review.id ? (homeOf(one) ?? []) : []));
      const shown = here.find(({ cluster }) => cluster.ruling.kind === "keep") ?? here[0];
      if (shown !== undefined) return { home: shown };
      const home = refs.map(homeOf).find((one) => one !== undefined);
      return { home, earlier: previousOf(ref), of: refs[0] };
    },
  };
}

async function readIfAny(archive: Archive, id: string): Promise<Review | undefined> {
  try {
    return await archive.read(id);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** Older versions of this program numbered the findings of each round anew. */
function ambiguous(
  name: string,
  refs: readonly EarlierRef[],
  { homeOf }: Awaited<ReturnType<typeof readSeries>>,
): UserError {
  const inOrder = refs.toSorted((one, other) => one.round - other.round);
  const meant = inOrder.map((ref) => {
    const home = homeOf(ref);
    const words = home && wordingOf(home.cluster, new Map(home.review.findings.map((each) => [each.id, each])));
    return words === undefined ? earlierName(ref) : `${earlierName(ref)} (${printableLine(words.title, 80)})`;
  });
  return new UserError({
    what: `${name} is the name of ${refs.length} problems`,
    why: `reports of this series used it for ${joinAnd(meant, 10)}`,
    fix: `name the round, too: ${joinAnd(inOrder.map(earlierName), 10)}`,
  });
}

/** Which record has the finding that a review calls `R2.I3`: this one, or that of an earlier round. */
function earlierPlace(name: string, { id, series, previous }: Review): Place | undefined {
  const wanted = name.toLowerCase();
  const listed = previous.find(
    ({ of, ref }) => of !== undefined && [ref, earlierName(of)].some((one) => one.toLowerCase() === wanted),
  )?.of;
  if (listed !== undefined) return listed;
  const [, number, written] = /^r(\d{1,4})\.([a-z]\d+(?:~\d+)?)$/i.exec(name) ?? [];
  const cluster = clusterIdSchema.safeParse(written?.toUpperCase()).data;
  if (number === undefined || cluster === undefined || series === undefined) return undefined;
  const round = Number(number);
  const own = series.entries.length + 1 === round ? id : undefined;
  const home = series.entries.find((entry) => entry.round === round)?.review ?? own;
  return home === undefined ? undefined : { review: home, cluster };
}
