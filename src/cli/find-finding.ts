import type { RuledCluster } from "#model/cluster.ts";
import type { Review } from "#model/review.ts";
import { UserError } from "#util/errors.ts";
import { listSome } from "#util/words.ts";
import type { Archive } from "#adapters/store/archive.ts";
import { earlierName, type PreviousFinding } from "#model/history/lineage.ts";

/** Finds a problem of a review by its id, `I2`, or by the id of a raw finding in it, `claude:I1`. */
export function findFinding({ id: review, clusters, previous }: Review, wanted: string): RuledCluster {
  const name = wanted.toLowerCase();
  const containing = clusters.filter(({ members }) => members.some(({ finding }) => finding.toLowerCase() === name));
  // A raw finding that feeds two problems means the one that it is counted in.
  const home = containing.find(({ members }) =>
    members.some(({ finding, share }) => share !== "secondary" && finding.toLowerCase() === name),
  );
  const found = clusters.find(({ id }) => id.toLowerCase() === name) ?? home ?? containing[0];
  if (found !== undefined) return found;
  const ids = [...clusters.map(({ id }) => id as string), ...previous.map(({ ref }) => ref)];
  throw new UserError({
    what: `review ${review} has no finding "${wanted}"`,
    why: ids.length === 0 ? "it has no findings at all" : `it has ${listSome(ids, 20)}`,
    fix: `run \`deep-review show ${review}\` to list them`,
  });
}

/** A finding that the user names, with the record that holds it. */
interface NamedFinding {
  /** Absent if the record of its round is not in the archive. */
  readonly home?: { readonly review: Review; readonly cluster: RuledCluster };
  /** For an earlier finding: what this review says became of it. */
  readonly earlier?: PreviousFinding;
}

/** Finds `I2` in this review, or the earlier finding that this review calls `R2.I3`. Throws a UserError if there is none. */
export async function findNamed(archive: Archive, review: Review, wanted: string): Promise<NamedFinding> {
  // Imported reports call earlier findings `I1`, too. The review's own finding comes first.
  const own = review.clusters.find(({ id }) => id.toLowerCase() === wanted.toLowerCase());
  if (own !== undefined) return { home: { review, cluster: own } };
  const place = earlierPlace(wanted, review);
  const earlier = review.previous.find(({ ref }) => ref.toLowerCase() === wanted.toLowerCase());
  if (place === undefined && earlier === undefined) return { home: { review, cluster: findFinding(review, wanted) } };
  const home = place === undefined ? undefined : await readHome(archive, review, place);
  // Neither a record nor this review knows it: throws.
  if (home === undefined && earlier === undefined) findFinding(review, wanted);
  return { home, earlier };
}

async function readHome(
  archive: Archive,
  own: Review,
  place: { readonly review: string; readonly cluster: string },
): Promise<NamedFinding["home"]> {
  try {
    const review = place.review === own.id ? own : await archive.read(place.review);
    return { review, cluster: findFinding(review, place.cluster) };
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** Which record has the finding that a review calls `R2.I3`: this one, or that of an earlier round. */
export function earlierPlace(
  name: string,
  { id, series, previous }: Review,
): { readonly review: string; readonly cluster: string } | undefined {
  const wanted = name.toLowerCase();
  const isWanted = (one: string): boolean => one.toLowerCase() === wanted;
  const listed = previous.find(({ of, ref }) => of !== undefined && [ref, earlierName(of)].some(isWanted))?.of;
  if (listed !== undefined) return listed;
  const [, number, cluster] = /^r(\d{1,4})\.([a-z]\d+(?:~\d+)?)$/i.exec(name) ?? [];
  if (number === undefined || cluster === undefined || series === undefined) return undefined;
  const round = Number(number);
  const own = series.entries.length + 1 === round ? id : undefined;
  const home = series.entries.find((entry) => entry.round === round)?.review ?? own;
  return home === undefined ? undefined : { review: home, cluster: cluster.toUpperCase() };
}
