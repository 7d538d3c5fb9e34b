import type { ReportDigest, Series, SeriesRound } from "#model/archive.ts";
import { bareBranch } from "#model/change/scope.ts";

/** Reviews grouped by their subject, each group in chronological order; the group with the latest review first. */
export function groupSeries(digests: readonly ReportDigest[]): readonly Series[] {
  const keyOf = linkedKeys(digests, seriesKeys(digests));
  const groups = new Map<string, ReportDigest[]>();
  for (const digest of digests.toSorted(byTime)) {
    const key = keyOf(digest);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [digest]);
    else group.push(digest);
  }
  const anchors = new Set<string>();
  const series = [...groups.values()].map((group) => seriesOf(group, anchors));
  return withOwnTitles(series).toSorted((a, b) => byTime(lastOf(b), lastOf(a)));
}

/** If several changes of one branch were reviewed, its name alone does not tell them apart. */
function withOwnTitles(all: readonly Series[]): readonly Series[] {
  const counts = new Map<string | undefined, number>();
  for (const { kind, branch } of all) if (kind === "branch") counts.set(branch, (counts.get(branch) ?? 0) + 1);
  return all.map((series) =>
    series.kind === "branch" && (counts.get(series.branch) ?? 0) > 1
      ? { ...series, title: lastOf(series).title }
      : series,
  );
}

/** By time, unknown times last; then by id, so that the order does not depend on the input. */
export function byTime(a: ReportDigest, b: ReportDigest): number {
  return compare(a.startedAt ?? "9999", b.startedAt ?? "9999") || compare(a.id, b.id);
}

/**
 * The key of the series that a review belongs to. A branch belongs to the pull request that names it, if exactly one
 * does: rounds before and after the pull request was opened are one history. Otherwise a round of ours belongs to the
 * rounds that it continues, because several changes may be reviewed on one branch. A report that names no repository
 * belongs to the archive's repository, if there is only one.
 */
function seriesKeys(digests: readonly ReportDigest[]): (digest: ReportDigest) => string {
  const repositories = new Set(digests.flatMap(({ repository }) => repository ?? []));
  const only = repositories.size === 1 ? [...repositories][0] : undefined;
  const homeOf = ({ repository }: ReportDigest): string => repository ?? only ?? "";
  const pullRequests = new Map<string, Set<number>>();
  for (const digest of digests) {
    const { branch, pullRequest, kind } = digest;
    if (kind !== "change" || branch === undefined || pullRequest === undefined) continue;
    const key = JSON.stringify([homeOf(digest), bareBranch(branch)]);
    pullRequests.set(key, (pullRequests.get(key) ?? new Set()).add(pullRequest.number));
  }
  const byId = new Map<string, ReportDigest>(digests.map((digest) => [digest.id, digest]));
  const keyOf = (digest: ReportDigest): string => {
    const { branch, pullRequest, kind, id, earlier } = digest;
    const home = homeOf(digest);
    if (kind !== "change") return JSON.stringify([home, kind]);
    if (pullRequest !== undefined) return JSON.stringify([home, pullRequest.number]);
    const named = branch === undefined ? undefined : JSON.stringify([home, bareBranch(branch)]);
    const numbers = [...(pullRequests.get(named ?? "") ?? [])];
    if (numbers.length === 1) return JSON.stringify([home, numbers[0]]);
    if (earlier === undefined)
      return JSON.stringify(branch === undefined ? [home, "review", id] : [home, "branch", branch]);
    const known = earlier.flatMap((before) => byId.get(before) ?? []);
    // Only back in time, so that it ends.
    const first = known.find((before) => byTime(before, digest) < 0);
    return first === undefined ? JSON.stringify([home, "review", id]) : keyOf(first);
  };
  return keyOf;
}

/** Merges a series with the one that it continues, if the archive has that one. */
function linkedKeys(
  digests: readonly ReportDigest[],
  keyOf: (digest: ReportDigest) => string,
): (digest: ReportDigest) => string {
  const links = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    // There can be no cycle: only roots are linked, and never to themselves.
    for (let next = links.get(root); next !== undefined; next = links.get(root)) root = next;
    return root;
  };
  for (const digest of digests) {
    const target = digest.continues === undefined ? undefined : namedDigest(digest.continues, digest, digests);
    if (target === undefined) continue;
    const [from, to] = [rootOf(keyOf(digest)), rootOf(keyOf(target))];
    if (from !== to) links.set(from, to);
  }
  return (digest) => rootOf(keyOf(digest));
}

/**
 * Finds a review by what a user calls it: `336`, `pr-336`, `#336`, a branch or a review's id; in the same repository.
 */
function namedDigest(name: string, of: ReportDigest, digests: readonly ReportDigest[]): ReportDigest | undefined {
  const near = digests.filter(
    ({ kind, repository }) =>
      kind === "change" && (repository === of.repository || repository === undefined || of.repository === undefined),
  );
  const number = /^(?:pr-?|#)?(\d+)$/i.exec(name)?.[1];
  return (
    near.find(({ id }) => id === name) ??
    near.find(({ pullRequest }) => number !== undefined && pullRequest?.number === Number(number)) ??
    near.find(({ branch }) => branch !== undefined && bareBranch(branch) === bareBranch(name))
  );
}

function seriesOf(digests: readonly ReportDigest[], anchors: Set<string>): Series {
  const last = digests.at(-1);
  if (last === undefined) throw new RangeError("a series has at least one review");
  const latest = <T>(pick: (digest: ReportDigest) => T | undefined): T | undefined =>
    digests.map(pick).findLast((value) => value !== undefined);
  const number = latest(({ pullRequest }) => pullRequest?.number);
  const branch = latest((digest) => digest.branch);
  const kind = kindOf(last, number, branch);
  const authors = [...new Set(digests.flatMap(({ author }) => author ?? []))];
  return {
    key: freeAnchor(anchorText(kind, number, branch ?? last.id), anchors),
    kind,
    number,
    url: latest(({ pullRequest }) => pullRequest?.url),
    title: latest(({ pullRequest }) => pullRequest?.title) ?? (kind === "branch" ? branch : undefined) ?? last.title,
    branch,
    repository: latest(({ repository }) => repository),
    authors,
    rounds: digests.map((digest, index) => ({
      ...roundOf(digest, index, digests[index - 1]),
      author: digest.author ?? (authors.length === 1 ? authors[0] : undefined),
    })),
  };
}

function roundOf(digest: ReportDigest, index: number, before: ReportDigest | undefined): Omit<SeriesRound, "author"> {
  const position = index + 1;
  return {
    digest,
    position,
    printed: digest.printedRound === position ? undefined : digest.printedRound,
    sameCommits: before !== undefined && hasSameCommits(digest, before),
  };
}

function kindOf(digest: ReportDigest, number: number | undefined, branch: string | undefined): Series["kind"] {
  if (digest.kind === "architecture") return "architecture";
  return number !== undefined ? "pull-request" : branch !== undefined ? "branch" : "other";
}

function anchorText(kind: Series["kind"], number: number | undefined, rest: string): string {
  if (kind === "pull-request") return `pr-${number}`;
  const slug = rest
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 80);
  return kind === "architecture" ? "architecture" : `${kind}-${slug}`;
}

function freeAnchor(text: string, taken: Set<string>): string {
  let anchor = text;
  for (let copy = 2; taken.has(anchor); copy += 1) anchor = `${text}-${copy}`;
  taken.add(anchor);
  return anchor;
}

/** Compares the heads if both are known, else the lists of commits, whose order differs between reports. */
function hasSameCommits(a: ReportDigest, b: ReportDigest): boolean {
  if (a.head !== undefined && b.head !== undefined) return isSameCommit(a.head, b.head);
  return (
    a.commits.length > 0 &&
    a.commits.length === b.commits.length &&
    a.commits.every((id) => b.commits.some((other) => isSameCommit(id, other)))
  );
}

// Reports abbreviate commits to different lengths; fewer than seven digits are ambiguous.
function isSameCommit(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= 7 && (a.startsWith(b) || b.startsWith(a));
}

function lastOf({ rounds }: Series): ReportDigest {
  const last = rounds.at(-1);
  if (last === undefined) throw new RangeError("a series has at least one review");
  return last.digest;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
