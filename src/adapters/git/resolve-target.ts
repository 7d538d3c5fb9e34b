import { UserError } from "#util/errors.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { printable } from "#util/printable.ts";
import { plural } from "#util/words.ts";
import { type About, type PullScope, resolvePull } from "./pull/pull-scope.ts";
import { openRepository, type Repository } from "./repository.ts";
import {
  countCommits,
  findBranch,
  findCommit,
  findComparison,
  findMergeBase,
  isSnapshot,
  readCurrentBranch,
  readParents,
  requireCommit,
} from "./revisions.ts";
import { snapshotIndex, snapshotWorktree, type SnapshotLeftOut } from "./snapshot/snapshot.ts";

/** What the user asked to have reviewed. */
export interface ScopeRequest {
  /** Any folder of the repository. */
  readonly folder: string;
  /** A branch, a commit, `A..B` or `A...B`. Absent: the current branch and uncommitted work. */
  readonly target?: string;
  readonly staged?: boolean;
  readonly uncommitted?: boolean;
  /** Compare with the merge base of this revision. */
  readonly base?: string;
  /** Only files that match these paths or git pathspecs, relative to the folder. */
  readonly paths?: readonly string[];
  /** A pull request whose commits were fetched; instead of a target. */
  readonly pull?: PullScope;
  /** The commit whose rules, decisions and settings apply; absent: the base, or that of the pull request. */
  readonly trusted?: string;
  /** Reviews all files of the head instead of a change, as if they had existed before. */
  readonly isWholeTree?: boolean;
  /** The CI job's name for the branch, whose checkout is detached. */
  readonly jobBranch?: string;
  readonly signal?: AbortSignal;
  /** What `findChange` found for this request, so that nobody looks again and finds something else. */
  readonly found?: FoundChange;
}

/** The repository of a request, and the commits that it compares. */
export interface FoundChange {
  readonly repository: Repository;
  readonly target: Target;
}

/** The two commits to compare, and a description. */
export interface Target {
  /** A commit, or the empty tree. */
  readonly base: string;
  /** A commit; a snapshot if uncommitted work is included. */
  readonly head: string;
  /** The user's newest commit in the range; absent if only uncommitted work is reviewed. */
  readonly tip?: string;
  /** The commit whose rules, decisions and settings apply; absent: the base. */
  readonly trusted?: string;
  readonly branch?: string;
  readonly covers: string;
  readonly limits: readonly string[];
  readonly leftOut?: readonly SnapshotLeftOut[];
  /** What is not reviewed, a phrase each. */
  readonly notCovered?: readonly string[];
  readonly about?: About;
}

/** Opens the repository of a request and decides which commits are compared. The caller closes the repository. */
export async function findChange(request: ScopeRequest): Promise<FoundChange> {
  const { folder, signal, pull, found } = request;
  if (found !== undefined) return { ...found, repository: found.repository.until(signal) };
  const repository = await openRepository(folder, signal, pull?.borrowed);
  try {
    return { repository, target: await resolveTarget(repository, request) };
  } catch (error) {
    await repository.close();
    throw error;
  }
}

/** Decides which commits are compared. Throws a UserError for an impossible target. */
async function resolveTarget(repository: Repository, request: ScopeRequest): Promise<Target> {
  refuseContradictions(repository, request);
  if (request.pull !== undefined) return resolvePull(repository, request.pull);
  const target = await resolveNamed(repository, request);
  const { trusted } = request;
  return trusted === undefined ? target : { ...target, trusted: await requireCommit(repository, trusted) };
}

async function resolveNamed(repository: Repository, request: ScopeRequest): Promise<Target> {
  if (request.staged === true) return resolveStaged(repository);
  if (request.uncommitted === true) return resolveUncommitted(repository);
  const { target, base } = request;
  if (target === undefined) return withJobBranch(await resolveCurrent(repository, base), request);
  const range = /^(.*?)(\.{2,3})(.*)$/s.exec(target);
  if (range !== null) return resolveRange(repository, range);
  const named = target === "HEAD" || target === "@" ? undefined : await findBranch(repository, target);
  const tip = await requireCommit(repository, named ?? target);
  const what = named === undefined ? `commit ${short(tip)}` : `branch ${printable(target)}`;
  const branch = { branch: named === undefined ? undefined : target };
  if (base !== undefined) return { ...branch, ...omitUndefined(await resolveSince(repository, { tip, base, what })) };
  if (named === undefined) return resolveCommit(repository, tip, what);
  return { ...branch, ...omitUndefined(await resolveBranch(repository, { tip, what, branch: target })) };
}

/** Only a name: it does not affect what a detached HEAD is compared with. */
function withJobBranch(target: Target, { jobBranch }: ScopeRequest): Target {
  return { ...target, ...omitUndefined({ branch: target.branch ?? jobBranch }) };
}

const short = (id: string): string => id.slice(0, 7);

function refuse(what: string, why: string, fix: string): never {
  throw new UserError({ what, why, fix });
}

function refuseContradictions(repository: Repository, request: ScopeRequest): void {
  const { target, staged, uncommitted, base, pull } = request;
  const local = staged === true ? "--staged" : "--uncommitted";
  if (pull !== undefined && (staged === true || uncommitted === true || base !== undefined)) {
    refuse(
      `${base === undefined ? local : "--base"} and a pull request were both given`,
      "a pull request defines what is reviewed and what it is compared with",
      "give one of them",
    );
  }
  if (staged === true && uncommitted === true) {
    refuse(
      "--staged and --uncommitted were both given",
      "uncommitted changes include the staged ones",
      "give one of them",
    );
  }
  if (staged !== true && uncommitted !== true) {
    if (base !== undefined && target?.includes("..") === true) {
      refuse(
        "--base and a range were both given",
        `${printable(target)} already defines what to compare with`,
        "give one",
      );
    }
    return;
  }
  if (target !== undefined || base !== undefined) {
    refuse(`${local} and a revision were both given`, "uncommitted changes are compared with HEAD", "give one of them");
  }
  if (repository.worktree === undefined) {
    refuse(`${local} needs a working tree`, "this is a bare repository", "name a branch or a commit to review");
  }
}

async function resolveStaged(repository: Repository): Promise<Target> {
  const head = await findCommit(repository, "HEAD");
  const snapshot = await snapshotIndex(repository, head);
  if (snapshot === undefined) throw nothing("nothing is staged", "stage something with git add, or leave out --staged");
  const branch = await readCurrentBranch(repository);
  const since = head === undefined ? "the first commit to be" : `since HEAD @ ${short(head)}`;
  const limits = keptNote(repository);
  return {
    base: head ?? repository.emptyTree,
    head: snapshot,
    covers: `staged changes ${since}`,
    limits,
    branch,
  };
}

async function resolveUncommitted(repository: Repository): Promise<Target> {
  const head = await findCommit(repository, "HEAD");
  const snapshot = await snapshotWorktree(repository, head);
  if (snapshot.commit === undefined) {
    const [first, ...more] = snapshot.leftOut;
    const others = more.length === 0 ? "" : ` and ${more.length} more`;
    throw nothing(
      first === undefined
        ? "nothing is uncommitted"
        : `all uncommitted changes are in files that are not read: ${printable(first.path)} (${first.reason})${others}`,
      "leave out --uncommitted to review commits",
    );
  }
  const branch = await readCurrentBranch(repository);
  const covers = `uncommitted changes ${head === undefined ? "of a repository without commits" : `since HEAD @ ${short(head)}`}`;
  const limits = [...snapshot.limits, ...keptNote(repository)];
  const base = head ?? repository.emptyTree;
  const { leftOut, notCovered } = snapshot;
  return { base, head: snapshot.commit, covers, limits, leftOut, notCovered, branch };
}

/** The default: the current branch and uncommitted work; if both are empty, the last commit. */
async function resolveCurrent(repository: Repository, base: string | undefined): Promise<Target> {
  const branch = await readCurrentBranch(repository);
  const tip = await findCommit(repository, "HEAD");
  const dirty =
    repository.worktree === undefined
      ? { limits: [], leftOut: [], notCovered: [] }
      : await snapshotWorktree(repository, tip);
  const snapshot = "commit" in dirty ? dirty.commit : undefined;
  if (tip === undefined) {
    if (snapshot === undefined) throw noCommits(repository);
    return resolveUncommitted(repository);
  }
  const what = branch === undefined ? `detached HEAD ${short(tip)}` : `branch ${printable(branch)}`;
  const start = { tip, what, branch };
  const committed = await (base === undefined
    ? findStart(repository, start)
    : findSince(repository, { tip, base, what }));
  const limits = [...committed.limits, ...dirty.limits, ...(snapshot === undefined ? [] : keptNote(repository))];
  const { leftOut, notCovered } = dirty;
  const rest = { branch, limits, leftOut, notCovered };
  const from = { base: committed.base, trusted: committed.trusted };
  if (committed.count === 0 && snapshot === undefined) {
    if (base !== undefined) throw nothing(`${what} has nothing that ${printable(base)} lacks`, "name another --base");
    const last = await resolveCommit(repository, tip, `last commit ${short(tip)} of ${what}`);
    return { ...last, ...omitUndefined(rest), limits: [...limits, ...last.limits] };
  }
  if (committed.count === 0) {
    const covers = `${what}, uncommitted changes since HEAD @ ${short(tip)}`;
    return { ...from, head: snapshot ?? tip, covers, ...rest };
  }
  const covers = snapshot === undefined ? committed.covers : `${committed.covers}, and uncommitted changes`;
  return { ...from, head: snapshot ?? tip, tip, covers, ...rest };
}

interface Start {
  readonly base: string;
  /** The tip of the branch it is compared with: branching off an old commit must not select old settings. */
  readonly trusted?: string;
  readonly count: number;
  readonly covers: string;
  readonly limits: readonly string[];
}

/** Where a branch began. Counts no commits if there is nothing to compare with. */
async function findStart(
  repository: Repository,
  { tip, what, branch }: { tip: string; what: string; branch?: string },
): Promise<Start> {
  const other = await findComparison(repository, branch);
  const none = { base: tip, count: 0, covers: what };
  if (other === undefined) return { ...none, limits: [] };
  const base = await findMergeBase(repository, other.id, tip);
  if (base === undefined) {
    const why = repository.shallow ? "this shallow clone has no common commit" : "they have no commit in common";
    return { ...none, limits: [`not compared with ${printable(other.name)}: ${why}`] };
  }
  const count = await countCommits(repository, base, tip);
  return {
    base,
    trusted: other.id,
    count,
    covers: `${what}, ${plural(count, "commit")} since ${printable(other.name)} @ ${short(base)}`,
    limits: [],
  };
}

async function findSince(
  repository: Repository,
  { tip, base: name, what }: { tip: string; base: string; what: string },
): Promise<Start> {
  const other = await requireCommit(repository, name);
  const base = (await findMergeBase(repository, other, tip)) ?? fail(unrelated(repository, name, what));
  const count = await countCommits(repository, base, tip);
  const covers = `${what}, ${plural(count, "commit")} since ${printable(name)} @ ${short(base)}`;
  return { base, trusted: other, count, covers, limits: [] };
}

async function resolveSince(
  repository: Repository,
  request: { tip: string; base: string; what: string },
): Promise<Target> {
  const { count, ...found } = await findSince(repository, request);
  if (count === 0)
    throw nothing(`${request.what} has nothing that ${printable(request.base)} lacks`, "name another --base");
  return { ...found, head: request.tip, tip: request.tip };
}

async function resolveBranch(
  repository: Repository,
  request: { tip: string; what: string; branch: string },
): Promise<Target> {
  const { count, limits, ...found } = await findStart(repository, request);
  const { tip, what } = request;
  if (count > 0) return { ...found, limits, head: tip, tip };
  const last = await resolveCommit(repository, tip, `last commit ${short(tip)} of ${what}`);
  return { ...last, limits: [...limits, ...last.limits] };
}

/** One commit against its first parent, or against the empty tree if it is the first. */
async function resolveCommit(repository: Repository, tip: string, what: string): Promise<Target> {
  const parents = await readParents(repository, tip);
  const [parent] = parents;
  if (parent === undefined) {
    return { base: repository.emptyTree, head: tip, tip, covers: `${what}, the first of its history`, limits: [] };
  }
  if ((await findCommit(repository, parent)) === undefined) throw cutOff(tip);
  const merge = parents.length > 1 ? `, a merge, against its first parent ${short(parent)}` : "";
  return { base: parent, head: tip, tip, covers: `${what}${merge}`, limits: [] };
}

async function resolveRange(repository: Repository, range: RegExpExecArray): Promise<Target> {
  const [text, from = "", dots, to = ""] = range;
  // A range may name the empty tree, as the printed ids of an earlier review do.
  const isFirst = from === repository.emptyTree;
  const first = isFirst ? from : await requireCommit(repository, from === "" ? "HEAD" : from);
  const head = await requireCommit(repository, to === "" ? "HEAD" : to);
  const shared = isFirst ? first : await findMergeBase(repository, first, head);
  const base = dots === ".." ? first : (shared ?? fail(unrelated(repository, from, to)));
  const tip = (await isSnapshot(repository, head)) ? (await readParents(repository, head))[0] : head;
  const count = tip === undefined ? 0 : await countCommits(repository, base, tip);
  const covers = `${printable(text)}, ${plural(count, "commit")}, ${short(base)} to ${short(head)}`;
  const limits = shared === base ? [] : [describeDiverged(from, to)];
  return { base, trusted: first, head, covers, limits, tip };
}

function describeDiverged(from: string, to: string): string {
  const [one, other] = [printable(from || "HEAD"), printable(to || "HEAD")];
  return `${one} is not an ancestor of ${other}: commits that only ${one} has look removed; ${one}...${other} leaves them out`;
}

function keptNote(repository: Repository): readonly string[] {
  return repository.writable ? [] : ["the repository is read-only: the snapshot of uncommitted changes is not kept"];
}

function fail(error: UserError): never {
  throw error;
}

function nothing(why: string, fix: string): UserError {
  return new UserError({ what: "nothing to review", why, fix });
}

function noCommits(repository: Repository): UserError {
  return nothing(
    `${printable(repository.name)} has no commit yet, and no files`,
    "add files, or go to another repository",
  );
}

function cutOff(tip: string): UserError {
  return new UserError({
    what: `cannot tell what commit ${short(tip)} changed`,
    why: "the history of this shallow clone ends here, so the previous commit is missing",
    fix: "git fetch --deepen=50, or git fetch --unshallow; in CI check out with more depth",
  });
}

function unrelated(repository: Repository, one: string, other: string): UserError {
  return new UserError({
    what: `${printable(one || "HEAD")} and ${printable(other || "HEAD")} have no commit in common`,
    why: repository.shallow ? "this is a shallow clone, whose history is cut" : "their histories are unrelated",
    fix: repository.shallow ? "git fetch --unshallow" : "name the two commits as A..B to compare them as they are",
  });
}
