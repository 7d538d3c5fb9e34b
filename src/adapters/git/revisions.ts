import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UserError } from "#util/errors.ts";
import { nearest } from "#util/names.ts";
import { printable } from "#util/printable.ts";
import type { Repository } from "./repository.ts";

/** A branch to compare with. */
interface NamedCommit {
  readonly name: string;
  readonly id: string;
}

/** The full commit id of a revision; undefined if there is no such commit. */
export async function findCommit(repository: Repository, revision: string): Promise<string | undefined> {
  if (revision.includes("\0") || revision === "") return undefined;
  return repository.query(["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
}

/** The full id of the commit that a revision names. Throws a UserError with similar names. */
export async function requireCommit(repository: Repository, revision: string): Promise<string> {
  const id = await findCommit(repository, revision);
  if (id !== undefined) return id;
  if (/^(?:(?:[\w.-]+\/[\w.-]+)?#)?(?:0\d*|\d{7,})$/.test(revision)) throw noNumber(repository, revision);
  const near = await findNearNames(repository, revision);
  if (near.length === 0 && isPath(repository, revision)) throw notARevision(revision);
  if (revision === "HEAD") throw noCommit(repository);
  throw new UserError({
    what: `unknown revision ${printable(revision)}`,
    why: `${printable(repository.name)} has no branch, tag or commit of this name${repository.shallow ? " (it is a shallow clone)" : ""}`,
    fix:
      near.length === 0
        ? "name a branch, a tag or a commit; `deep-review help` lists the commands"
        : `did you mean ${near.map((name) => printable(name)).join(", ")}?`,
  });
}

function isPath({ worktree, prefix }: Repository, name: string): boolean {
  return worktree !== undefined && name !== "" && !name.includes("\0") && existsSync(resolve(worktree, prefix, name));
}

function notARevision(path: string): UserError {
  return new UserError({
    what: `${printable(path)} is a path, not a revision`,
    why: "the target of a review is a branch, a commit, a range or a pull request",
    fix: `to review only this path: \`deep-review -- ${printable(path)}\``,
  });
}

function noCommit({ name }: Repository): UserError {
  return new UserError({
    what: "unknown revision HEAD",
    why: `${printable(name)} has no commit yet`,
    fix: "commit something first; `deep-review` alone reviews files that are not committed",
  });
}

/** A text that looks like a pull request number, but could not be used as one. */
function noNumber({ name }: Repository, text: string): UserError {
  return new UserError({
    what: `${printable(text.slice(0, 100))} is neither the number of a pull request nor a revision`,
    why: `numbers begin at 1, and ${printable(name)} has no branch, tag or commit of this name`,
    fix: "give the number of a pull request (355; with more than six digits #1234567), a branch, a tag or a commit",
  });
}

/** The merge base; undefined if there is none, or a shallow clone lacks it. */
export async function findMergeBase(repository: Repository, one: string, other: string): Promise<string | undefined> {
  return (await repository.query(["merge-base", one, other]))?.split("\n")[0];
}

/** Whether the first is an ancestor of the second. False for a missing commit. */
export async function isAncestor(repository: Repository, one: string, other: string): Promise<boolean> {
  // Anything else could be read as an option or as a ref.
  if (!/^[0-9a-f]{7,64}$/.test(one)) return false;
  return (await repository.run(["merge-base", "--is-ancestor", one, other])).code === 0;
}

/** The parents that the commit names, including those missing from a shallow clone. */
export async function readParents(repository: Repository, commit: string): Promise<readonly string[]> {
  const text = (await repository.query(["cat-file", "commit", commit])) ?? "";
  const [header = ""] = text.split("\n\n");
  return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, id = ""]) => id);
}

/** Whether a commit is one of our snapshots, requested again by its id. */
export async function isSnapshot(repository: Repository, commit: string): Promise<boolean> {
  const text = (await repository.query(["cat-file", "commit", commit])) ?? "";
  return text.includes(`\nauthor ${SNAPSHOT_AUTHOR.name} <${SNAPSHOT_AUTHOR.email}> 0 +0000\n`);
}

/** The author of our snapshots, together with a date that no commit of a person has. */
export const SNAPSHOT_AUTHOR = { name: "Deep Review", email: "snapshot@deep-review.invalid" };

/** The number of commits in the second that are not in the first. */
export async function countCommits(repository: Repository, from: string, to: string): Promise<number> {
  const range = from === repository.emptyTree ? to : `${from}..${to}`;
  return Number((await repository.query(["rev-list", "--count", range])) ?? 0);
}

/** The current branch, even without commits; undefined if HEAD is detached. */
export async function readCurrentBranch(repository: Repository): Promise<string | undefined> {
  const ref = await repository.query(["symbolic-ref", "--quiet", "HEAD"]);
  return ref?.startsWith("refs/heads/") === true ? ref.slice("refs/heads/".length) : undefined;
}

/** The full name of the local or remote branch that this names exactly. */
export async function findBranch(repository: Repository, name: string): Promise<string | undefined> {
  for (const ref of [`refs/heads/${name}`, `refs/remotes/${name}`]) {
    if ((await repository.query(["show-ref", "--verify", "--quiet", "--", ref])) !== undefined) return ref;
  }
  return undefined;
}

/**
 * The branch to compare with: the upstream, or the default branch. An upstream of the same name is the branch's own
 * copy on the remote, which equals a pushed branch; it counts only for the default branch itself.
 */
export async function findComparison(repository: Repository, branch?: string): Promise<NamedCommit | undefined> {
  const refs = await readRefs(repository, branch);
  const upstream = refs.find(({ ref }) => ref === `refs/heads/${branch}`)?.upstream || undefined;
  const { remote, local } = pickDefault(refs);
  const candidates =
    branch !== undefined && branch === local
      ? [upstream, remote]
      : [upstream?.endsWith(`/${branch}`) === true ? undefined : upstream, remote, local];
  for (const name of candidates) {
    // There is nothing to compare the remote's default branch with.
    if (branch !== undefined && branch === name) return undefined;
    const ref = name === undefined ? undefined : await findBranch(repository, name);
    const id = ref === undefined ? undefined : await findCommit(repository, ref);
    if (name !== undefined && id !== undefined) return { name, id };
  }
  return undefined;
}

interface Ref {
  readonly ref: string;
  readonly target: string;
  readonly upstream: string;
}

const USUAL = ["main", "master", "trunk", "develop"];

/** The branch itself, and the candidates for the default branch, local and remote. */
async function readRefs(repository: Repository, branch: string | undefined): Promise<readonly Ref[]> {
  const usual = USUAL.flatMap((name) => [`refs/heads/${name}`, `refs/remotes/origin/${name}`]);
  const own = branch === undefined ? [] : [`refs/heads/${branch}`];
  const format = "--format=%(refname)%09%(symref)%09%(upstream:short)";
  const listing = await repository.query(["for-each-ref", format, "--", "refs/remotes/*/HEAD", ...usual, ...own]);
  return (listing ?? "").split("\n").map((line) => {
    const [ref = "", target = "", upstream = ""] = line.split("\t");
    return { ref, target, upstream };
  });
}

/** The default branch, remote and local. */
function pickDefault(refs: readonly Ref[]): { remote?: string; local?: string } {
  const heads = refs.flatMap(({ target }) => (target.startsWith("refs/remotes/") ? [target.slice(13)] : []));
  const known = new Set(refs.map(({ ref }) => ref));
  const atOrigin = USUAL.map((name) => `origin/${name}`).find((name) => known.has(`refs/remotes/${name}`));
  const remote = heads.find((name) => name.startsWith("origin/")) ?? heads[0] ?? atOrigin;
  const here = USUAL.find((name) => known.has(`refs/heads/${name}`));
  return { remote, local: remote === undefined ? here : remote.slice(remote.indexOf("/") + 1) };
}

export async function findNearNames(repository: Repository, wanted: string): Promise<readonly string[]> {
  const listing = await repository.query([
    "for-each-ref",
    "--format=%(refname:short)",
    "refs/heads",
    "refs/remotes",
    "refs/tags",
  ]);
  const names = (listing ?? "").split("\n").filter((name) => name !== "" && name.length < 200);
  const text = wanted.toLowerCase();
  const holding = text.length < 3 ? [] : names.filter((name) => name.toLowerCase().includes(text));
  const like = nearest(wanted, names.slice(0, 5000));
  return [...new Set([...(like === undefined ? [] : [like]), ...holding])].slice(0, 5);
}
