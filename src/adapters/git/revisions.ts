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
  return repository.ask(["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
}

/** The full id of the commit that a revision names. Throws a UserError that lists names like it. */
export async function requireCommit(repository: Repository, revision: string): Promise<string> {
  const id = await findCommit(repository, revision);
  if (id !== undefined) return id;
  if (/^(?:(?:[\w.-]+\/[\w.-]+)?#)?(?:0\d*|\d{7,})$/.test(revision)) throw noNumber(repository, revision);
  const near = await findNearNames(repository, revision);
  throw new UserError({
    what: `unknown revision ${printable(revision)}`,
    why: `${printable(repository.name)} has no branch, tag or commit of this name${repository.shallow ? " (its history is cut: a shallow clone)" : ""}`,
    fix:
      near.length === 0
        ? "name a branch, a tag or a commit; to review only some files, write `-- path`"
        : `did you mean ${near.map((name) => printable(name)).join(", ")}?`,
  });
}

/** A text that looks like a pull request number, but could not be used as one. */
function noNumber({ name }: Repository, text: string): UserError {
  return new UserError({
    what: `${printable(text.slice(0, 100))} is no number of a pull request, and no revision`,
    why: `numbers begin at 1, and ${printable(name)} has no branch, tag or commit of this name`,
    fix: "give the number of a pull request (355; with more than six digits #1234567), a branch, a tag or a commit",
  });
}

/** The newest commit that both have; undefined when they have none, or a shallow clone lacks it. */
export async function findMergeBase(repository: Repository, one: string, other: string): Promise<string | undefined> {
  return (await repository.ask(["merge-base", one, other]))?.split("\n")[0];
}

/** Whether the first is part of the second's history. A commit that is not there is part of nothing. */
export async function isAncestor(repository: Repository, one: string, other: string): Promise<boolean> {
  // Else it would be read as an option, or as the name of something.
  if (!/^[0-9a-f]{7,64}$/.test(one)) return false;
  return (await repository.run(["merge-base", "--is-ancestor", one, other])).code === 0;
}

/** The parents that the commit itself names, also those that a shallow clone lacks. */
export async function readParents(repository: Repository, commit: string): Promise<readonly string[]> {
  const text = (await repository.ask(["cat-file", "commit", commit])) ?? "";
  const [header = ""] = text.split("\n\n");
  return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, id = ""]) => id);
}

/** Whether a commit is one of our snapshots, requested again by its id. */
export async function isSnapshot(repository: Repository, commit: string): Promise<boolean> {
  const text = (await repository.ask(["cat-file", "commit", commit])) ?? "";
  return text.includes(`\nauthor ${SNAPSHOT_AUTHOR.name} <${SNAPSHOT_AUTHOR.email}> 0 +0000\n`);
}

/** Signs our snapshots; together with a date that no commit of a person has. */
export const SNAPSHOT_AUTHOR = { name: "Deep Review", email: "snapshot@deep-review.invalid" };

/** How many commits the second has that the first lacks. */
export async function countCommits(repository: Repository, from: string, to: string): Promise<number> {
  const range = from === repository.emptyTree ? to : `${from}..${to}`;
  return Number((await repository.ask(["rev-list", "--count", range])) ?? 0);
}

/** The name of the branch that HEAD is on, also when it has no commit yet; undefined when HEAD is detached. */
export async function readCurrentBranch(repository: Repository): Promise<string | undefined> {
  const ref = await repository.ask(["symbolic-ref", "--quiet", "HEAD"]);
  return ref?.startsWith("refs/heads/") === true ? ref.slice("refs/heads/".length) : undefined;
}

/** The full name of the local or remote branch that this names exactly. */
export async function findBranch(repository: Repository, name: string): Promise<string | undefined> {
  for (const ref of [`refs/heads/${name}`, `refs/remotes/${name}`]) {
    if ((await repository.ask(["show-ref", "--verify", "--quiet", "--", ref])) !== undefined) return ref;
  }
  return undefined;
}

/**
 * What a branch is compared with: its upstream, or the default branch. An upstream of the same name is the branch's own
 * copy at the remote, which a pushed branch does not differ from; it counts only for the default branch itself.
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
    // The default branch at the remote has nothing to be compared with.
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

/** The branch itself, and what may be the default branch here and at the remotes. */
async function readRefs(repository: Repository, branch: string | undefined): Promise<readonly Ref[]> {
  const usual = USUAL.flatMap((name) => [`refs/heads/${name}`, `refs/remotes/origin/${name}`]);
  const own = branch === undefined ? [] : [`refs/heads/${branch}`];
  const format = "--format=%(refname)%09%(symref)%09%(upstream:short)";
  const listing = await repository.ask(["for-each-ref", format, "--", "refs/remotes/*/HEAD", ...usual, ...own]);
  return (listing ?? "").split("\n").map((line) => {
    const [ref = "", target = "", upstream = ""] = line.split("\t");
    return { ref, target, upstream };
  });
}

/** The branch that others are cut from, at the remote and here. */
function pickDefault(refs: readonly Ref[]): { remote?: string; local?: string } {
  const heads = refs.flatMap(({ target }) => (target.startsWith("refs/remotes/") ? [target.slice(13)] : []));
  const known = new Set(refs.map(({ ref }) => ref));
  const atOrigin = USUAL.map((name) => `origin/${name}`).find((name) => known.has(`refs/remotes/${name}`));
  const remote = heads.find((name) => name.startsWith("origin/")) ?? heads[0] ?? atOrigin;
  const here = USUAL.find((name) => known.has(`refs/heads/${name}`));
  return { remote, local: remote === undefined ? here : remote.slice(remote.indexOf("/") + 1) };
}

async function findNearNames(repository: Repository, wanted: string): Promise<readonly string[]> {
  const listing = await repository.ask([
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
