import { bareBranch, type Scope } from "#model/change/scope.ts";
import type { ArchivedRound } from "#model/history/archived-round.ts";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { listSome } from "#util/words.ts";

export interface WantedSeries {
  readonly scope: Scope;
  /** Whether a commit is an ancestor of another. */
  readonly isAncestor: (commit: string, of: string) => Promise<boolean>;
  /** The target that this one replaces, as the user names it: `336`, `pr-336`, a branch, a review's id. */
  readonly continues?: string | undefined;
  /** Whether the user names it now. Otherwise it may have disappeared since: that is a note and not an error. */
  readonly isAsked?: boolean | undefined;
}

export interface SelectedRounds {
  readonly rounds: readonly ArchivedRound[];
  readonly continues?: string | undefined;
  readonly notes: readonly string[];
}

/**
 * Selects the earlier rounds of the same series: of the same pull request, of the same branch, of the branch that
 * became the pull request, and of what it replaces. A branch whose earlier change is already part of the base begins a
 * new series. Rounds come oldest first.
 */
export async function selectRounds(all: readonly ArchivedRound[], wanted: WantedSeries): Promise<SelectedRounds> {
  const rounds = all.filter(({ kind, repository }) => kind === "change" && isSameRepository(repository, wanted.scope));
  const ids = new Set<string>();
  const add = (found: readonly ArchivedRound[]): void => found.forEach(({ id }) => ids.add(id));
  add(await unmergedRounds(roundsOf(subjectOf(wanted.scope), rounds), wanted));
  add(await ofSameCommits(rounds, wanted));
  const linked = new Set<string>();
  const notes: string[] = [];
  for (
    let link = wanted.continues ?? linkOf(ids, rounds, linked);
    link !== undefined;
    link = linkOf(ids, rounds, linked)
  ) {
    linked.add(link);
    const found = namedRounds(link, rounds);
    if (found.length === 0) {
      if (link === wanted.continues && wanted.isAsked !== false) throw noSuchTarget(link, rounds);
      notes.push(
        `this change was said to continue "${printable(link)}", and the archive has no review of that any more`,
      );
    }
    add(found);
  }
  const selected = rounds.filter(({ id }) => ids.has(id));
  const continues = wanted.continues ?? selected.findLast((round) => round.continues !== undefined)?.continues;
  return { rounds: selected, notes, continues };
}

interface Subject {
  readonly pullRequest?: number | undefined;
  readonly branch?: string | undefined;
}

function subjectOf({ pullRequest, branch }: Scope): Subject {
  return { pullRequest: pullRequest?.number, branch };
}

/** All rounds of a pull request or branch. A branch belongs to the pull request that names it, if exactly one does. */
function roundsOf({ pullRequest, branch }: Subject, rounds: readonly ArchivedRound[]): readonly ArchivedRound[] {
  const bare = branch === undefined ? undefined : bareBranch(branch);
  const ofBranch = rounds.filter(
    (round) => bare !== undefined && round.branch !== undefined && bareBranch(round.branch) === bare,
  );
  const numbers = new Set(ofBranch.flatMap((round) => round.pullRequest ?? []));
  const number = pullRequest ?? (numbers.size === 1 ? [...numbers][0] : undefined);
  const ofNumber = rounds.filter((round) => number !== undefined && round.pullRequest === number);
  // Reports from before the pull request was opened name its branch; so does its newest report.
  const names = new Set([
    ...(bare === undefined ? [] : [bare]),
    ...ofNumber.flatMap((round) => (round.branch === undefined ? [] : [bareBranch(round.branch)])),
  ]);
  const before = rounds.filter(
    (round) => round.pullRequest === undefined && round.branch !== undefined && names.has(bareBranch(round.branch)),
  );
  return [...new Set([...ofNumber, ...before])];
}

/** A head without a branch or pull request continues the rounds that led to it, and those of the very same commits. */
async function ofSameCommits(
  rounds: readonly ArchivedRound[],
  wanted: WantedSeries,
): Promise<readonly ArchivedRound[]> {
  const { pullRequest, branch, base, head } = wanted.scope;
  if (pullRequest !== undefined || branch !== undefined || head === undefined) return [];
  const nameless = rounds.filter((round) => round.pullRequest === undefined && round.branch === undefined);
  const same = nameless.filter((round) => round.head === head && round.base === base);
  return [...same, ...(await roundsOnTheWay(rounds, wanted))];
}

/** What a linked round itself continues, once each. */
function linkOf(
  ids: ReadonlySet<string>,
  rounds: readonly ArchivedRound[],
  done: ReadonlySet<string>,
): string | undefined {
  for (const { id, continues } of rounds) {
    if (continues !== undefined && ids.has(id) && !done.has(continues)) return continues;
  }
  return undefined;
}

function namedRounds(name: string, rounds: readonly ArchivedRound[]): readonly ArchivedRound[] {
  const number = /^(?:pr-?|#)?(\d+)$/i.exec(name)?.[1];
  const byId = rounds.find(({ id }) => id === name);
  if (byId !== undefined) return [...new Set([byId, ...roundsOf(byId, rounds)])];
  const byNumber = number === undefined ? [] : rounds.filter(({ pullRequest }) => pullRequest === Number(number));
  return byNumber.length > 0 ? roundsOf({ pullRequest: Number(number) }, rounds) : roundsOf({ branch: name }, rounds);
}

function noSuchTarget(name: string, rounds: readonly ArchivedRound[]): UserError {
  const targets = new Set(
    rounds.flatMap(({ pullRequest, branch }) => (pullRequest === undefined ? (branch ?? []) : `pr-${pullRequest}`)),
  );
  const shown = [...targets].map((target) => printable(target));
  return new UserError({
    what: `there is no earlier review of "${printable(name)}"`,
    why:
      shown.length === 0
        ? "the archive holds no review of a branch or pull request"
        : `the archive has reviews of ${listSome(shown)}`,
    fix: "name a pull request, a branch or a review of the archive; `deep-review list` shows them",
  });
}

/** Archives may contain reports of several repositories. One that names none belongs to this one. */
function isSameRepository(name: string | undefined, { repository }: Scope): boolean {
  if (name === undefined || repository === undefined) return true;
  return lastPart(name) === lastPart(repository.name);
}

/** A clone's folder name lacks the owner. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf("/") + 1).toLowerCase();

/**
 * Those of the same name that are still about this change: without those that the base already contains, without later
 * ones that begin where this change has ended, without uncommitted work elsewhere, and without the former change of a branch of the same name that was squashed into the
 * base.
 */
async function unmergedRounds(
  rounds: readonly ArchivedRound[],
  wanted: WantedSeries,
): Promise<readonly ArchivedRound[]> {
  const kept: ArchivedRound[] = [];
  for (const round of rounds) if (await isStillOpen(round, wanted)) kept.push(round);
  return kept;
}

/**
 * For a head without branch or pull request: rounds between the base and it, oldest first in and out. If several
 * branches led there, the one that was reviewed last counts.
 */
async function roundsOnTheWay(
  rounds: readonly ArchivedRound[],
  { scope, isAncestor }: WantedSeries,
): Promise<readonly ArchivedRound[]> {
  const { base, head } = scope;
  if (head === undefined || base === undefined) return [];
  const found: ArchivedRound[] = [];
  for (const round of rounds) {
    if (round.head === undefined || round.commits === 0) continue;
    const isOn = round.head === head || (await isAncestor(round.head, head));
    // A round that began further back was about more than this.
    const ends = [round.head, round.oldest ?? round.head];
    if (isOn && !(await some(ends, (end) => isPartOf(end, base, isAncestor)))) found.push(round);
  }
  const last = found.findLast(({ branch }) => branch !== undefined)?.branch;
  const name = last === undefined ? undefined : bareBranch(last);
  return found.filter(({ branch }) => branch === undefined || bareBranch(branch) === name);
}

async function isStillOpen(round: ArchivedRound, { scope, isAncestor }: WantedSeries): Promise<boolean> {
  const { base, head, commits, pullRequest } = round;
  const isSamePull = pullRequest !== undefined && pullRequest === scope.pullRequest?.number;
  if (isSamePull || head === undefined || scope.base === undefined) return true;
  if (commits > 0) {
    if (await isPartOf(head, scope.base, isAncestor)) return false;
    // Everything here was there before that round began.
    if (base !== undefined && scope.head !== undefined && (await isPartOf(scope.head, base, isAncestor))) return false;
    return sharesFiles(round, scope) || (scope.head !== undefined && isPartOf(head, scope.head, isAncestor));
  }
  // Uncommitted work is not in history: it belongs to the commit below it.
  if (base === scope.base) return true;
  if (base === undefined || scope.head === undefined) return false;
  return (await isPartOf(base, scope.head, isAncestor)) && !(await isPartOf(base, scope.base, isAncestor));
}

/** Whether both touch a file; true if unknown. */
function sharesFiles({ files = [] }: ArchivedRound, scope: Scope): boolean {
  if (files.length === 0 || scope.files.length === 0) return true;
  const known = new Set(files);
  return scope.files.some(({ path, oldPath }) => known.has(path) || (oldPath !== undefined && known.has(oldPath)));
}

async function isPartOf(commit: string, of: string, isAncestor: WantedSeries["isAncestor"]): Promise<boolean> {
  return commit === of || isAncestor(commit, of);
}

async function some<Item>(items: readonly Item[], test: (item: Item) => Promise<boolean>): Promise<boolean> {
  for (const item of items) if (await test(item)) return true;
  return false;
}
