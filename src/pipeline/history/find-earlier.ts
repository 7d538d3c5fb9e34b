import type { Archive } from "#adapters/store/archive.ts";
import { isFarAhead } from "#adapters/store/review-order.ts";
import { listRounds, type ShelvedRound } from "#adapters/store/round-shelf.ts";
import { bareBranch, type Scope } from "#model/change/scope.ts";
import type { Review } from "#model/review.ts";
import { startOfReview } from "#stats/time.ts";
import { messageOf, UserError } from "#util/errors.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { printable } from "#util/printable.ts";
import { type InHistory, roundsOnTheWay, unmergedRounds } from "./rounds-in-history.ts";

/** The rounds before this one, oldest first, and what could not be known of them. */
export interface EarlierRounds {
  readonly reviews: readonly Review[];
  readonly continues?: string;
  readonly notes: readonly string[];
}

/** What is to be reviewed now. */
export interface Wanted extends InHistory {
  /** The target that this one replaces, as the user names it: `336`, `pr-336`, a branch, a review's id. */
  readonly continues?: string;
  /** Whether the user names it now: else it may have gone since, which is said and no fault. */
  readonly isAsked?: boolean;
  /** Whether a record comes with the change itself: it may say anything of the past. */
  readonly isBrought?: (id: string) => boolean;
}

/**
 * Finds the earlier rounds of the same story: of the same pull request, of the same branch, of the branch that became
 * the pull request, and of what it replaces. A branch whose earlier change is already part of the base has a new story.
 */
export async function findEarlier(archive: Archive, wanted: Wanted): Promise<EarlierRounds> {
  const { isBrought = () => false } = wanted;
  const shelf = await listRounds(archive);
  const believed = shelf.rounds.filter(({ id }) => !isBrought(id));
  const broken = shelf.broken.filter(({ id }) => !isBrought(id));
  const own = believed.filter(
    ({ kind, repository }) => kind === "change" && isSameRepository(repository, wanted.scope),
  );
  const ids = new Set<string>();
  const add = (found: readonly ShelvedRound[]): void => found.forEach(({ id }) => ids.add(id));
  add(await unmergedRounds(roundsOf(subjectOf(wanted.scope), own), wanted));
  add(await ofSameCommits(own, wanted));
  const linked = new Set<string>();
  const gone: string[] = [];
  for (let link = wanted.continues ?? linkOf(ids, own, linked); link !== undefined; link = linkOf(ids, own, linked)) {
    linked.add(link);
    const found = namedRounds(link, own);
    if (found.length === 0) {
      if (link === wanted.continues && wanted.isAsked !== false) throw noSuchTarget(link, own);
      gone.push(`there is no review any more of «${printable(link)}», which this change was said to go on with`);
    }
    add(found);
  }
  const sorted = own.filter(({ id }) => ids.has(id)).toSorted(byTime);
  const continues = wanted.continues ?? sorted.findLast((round) => round.continues !== undefined)?.continues;
  const read = await readAll(
    archive,
    sorted,
    broken.map(({ id }) => id),
  );
  const notes = [...sayBrought(shelf.rounds.length - believed.length), ...gone, ...read.notes];
  return { reviews: read.reviews, notes, ...omitUndefined({ continues }) };
}

function sayBrought(count: number): readonly string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? "1 record comes with the change and is not believed"
      : `${count} records come with the change and are not believed`,
  ];
}

interface Subject {
  readonly pullRequest?: number | undefined;
  readonly branch?: string | undefined;
}

function subjectOf({ pullRequest, branch }: Scope): Subject {
  return { pullRequest: pullRequest?.number, branch };
}

/** All rounds of a pull request or branch. A branch belongs to the pull request that names it, if exactly one does. */
function roundsOf({ pullRequest, branch }: Subject, rounds: readonly ShelvedRound[]): readonly ShelvedRound[] {
  const bare = branch === undefined ? undefined : bareBranch(branch);
  const ofBranch = rounds.filter(
    (round) => bare !== undefined && round.branch !== undefined && bareBranch(round.branch) === bare,
  );
  const numbers = new Set(ofBranch.flatMap((round) => round.pullRequest ?? []));
  const number = pullRequest ?? (numbers.size === 1 ? [...numbers][0] : undefined);
  const ofNumber = rounds.filter((round) => number !== undefined && round.pullRequest === number);
  // Reports before the pull request was opened name its branch; the newest report of it does too.
  const names = new Set([
    ...(bare === undefined ? [] : [bare]),
    ...ofNumber.flatMap((round) => (round.branch === undefined ? [] : [bareBranch(round.branch)])),
  ]);
  const before = rounds.filter(
    (round) => round.pullRequest === undefined && round.branch !== undefined && names.has(bareBranch(round.branch)),
  );
  return [...new Set([...ofNumber, ...before])];
}

/** What names neither branch nor pull request goes on with what led to it, and with reviews of the very same commits. */
async function ofSameCommits(rounds: readonly ShelvedRound[], wanted: Wanted): Promise<readonly ShelvedRound[]> {
  const { pullRequest, branch, base, head } = wanted.scope;
  if (pullRequest !== undefined || branch !== undefined || head === undefined) return [];
  const nameless = rounds.filter((round) => round.pullRequest === undefined && round.branch === undefined);
  const same = nameless.filter((round) => round.head === head && round.base === base);
  return [...same, ...(await roundsOnTheWay(rounds.toSorted(byTime), wanted))];
}

/** What a linked round itself was said to go on with, once each. */
function linkOf(
  ids: ReadonlySet<string>,
  rounds: readonly ShelvedRound[],
  done: ReadonlySet<string>,
): string | undefined {
  for (const { id, continues } of rounds) {
    if (continues !== undefined && ids.has(id) && !done.has(continues)) return continues;
  }
  return undefined;
}

function namedRounds(name: string, rounds: readonly ShelvedRound[]): readonly ShelvedRound[] {
  const number = /^(?:pr-?|#)?(\d+)$/i.exec(name)?.[1];
  const byId = rounds.find(({ id }) => id === name);
  if (byId !== undefined) return [...new Set([byId, ...roundsOf(byId, rounds)])];
  const byNumber = number === undefined ? [] : rounds.filter(({ pullRequest }) => pullRequest === Number(number));
  return byNumber.length > 0 ? roundsOf({ pullRequest: Number(number) }, rounds) : roundsOf({ branch: name }, rounds);
}

function noSuchTarget(name: string, rounds: readonly ShelvedRound[]): UserError {
  const targets = new Set(
    rounds.flatMap(({ pullRequest, branch }) => (pullRequest === undefined ? (branch ?? []) : `pr-${pullRequest}`)),
  );
  const shown = [...targets].slice(0, 10).map((target) => printable(target));
  return new UserError({
    what: `there is no earlier review of «${printable(name)}»`,
    why:
      shown.length === 0
        ? "the archive holds no review of a branch or pull request"
        : `the archive has reviews of ${shown.join(", ")}${targets.size > shown.length ? " …" : ""}`,
    fix: "name a pull request, a branch or a review of the archive; `deep-review list` shows them",
  });
}

async function readAll(
  archive: Archive,
  rounds: readonly ShelvedRound[],
  broken: readonly string[],
): Promise<{ reviews: Review[]; notes: string[] }> {
  const reviews: Review[] = [];
  const notes = broken.map((id) => `the record of ${printable(id)} cannot be read; it may be an earlier round`);
  for (const { id } of rounds) {
    try {
      reviews.push(await archive.read(id));
    } catch (error) {
      notes.push(`an earlier round cannot be read: ${messageOf(error)}`);
    }
  }
  return { reviews, notes };
}

function byTime(one: ShelvedRound, other: ShelvedRound): number {
  const [a, b] = [timeOf(one), timeOf(other)];
  return a < b ? -1 : a > b ? 1 : one.id < other.id ? -1 : 1;
}

function timeOf({ id, date }: ShelvedRound): string {
  const time = startOfReview(id, date);
  if (time === undefined) return "9999";
  return isFarAhead(Date.parse(`${time}Z`)) ? "" : time;
}

/** Archives may hold reports of several repositories. One that names none is of this one. */
function isSameRepository(name: string | undefined, { repository }: Scope): boolean {
  if (name === undefined || repository === undefined) return true;
  return lastPart(name) === lastPart(repository.name);
}

/** A clone's folder knows no owner. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf("/") + 1).toLowerCase();
