import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { splitFields } from "../decode-path.ts";
import { gitFailed } from "../git.ts";
import type { Repository } from "../repository.ts";

/** The state of a branch, and the parent of its next commit. */
export interface Start {
  /** The local branch; absent if there is none. */
  readonly local?: string;
  /** The remote branch; absent if there is none, or it was not fetched. */
  readonly remote?: string;
  /** Parents of the new commit; the files of the first are kept. Empty for the first commit of the branch. */
  readonly parents: readonly string[];
}

interface StartRequest {
  readonly ref: string;
  /** The server's commit, fetched or as last seen. */
  readonly remote?: string | undefined;
  /** Two histories are merged only if this side changed nothing but our own files. */
  readonly isOurs: (path: string) => boolean;
}

/** Finds the parents: the newer of both sides, or both if they have diverged. */
export async function findStart(repository: Repository, { ref, remote, isOurs }: StartRequest): Promise<Start> {
  const local = await commitOf(repository, ref);
  const known = { local, remote };
  if (local === undefined || remote === undefined || local === remote) {
    const one = remote ?? local;
    return { ...known, parents: one === undefined ? [] : [one] };
  }
  if (await containsCommit(repository, local, remote)) return { ...known, parents: [local] };
  if (await containsCommit(repository, remote, local)) return { ...known, parents: [remote] };
  const foreign = (await changedSince(repository, remote, local)).find((path) => !isOurs(path));
  if (foreign !== undefined) throw diverged(ref, foreign);
  return { ...known, parents: [remote, local] };
}

/** The commit that a ref names. */
export function commitOf(repository: Repository, ref: string): Promise<string | undefined> {
  return repository.query(["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]);
}

/** Whether the second commit is the first one or an ancestor of it. */
export async function containsCommit(repository: Repository, commit: string, of: string): Promise<boolean> {
  return (await repository.query(["merge-base", "--is-ancestor", of, commit])) !== undefined;
}

/** Moves the local branch if it has not changed. False if somebody else moved it. */
export async function moveBranch(
  repository: Repository,
  ref: string,
  { from, to, because }: { readonly from: string | undefined; readonly to: string; readonly because: string },
): Promise<boolean> {
  // A branch that only points to another one is replaced, so that the other does not move.
  const args = ["update-ref", "--no-deref", "-m", because, ref, to, from ?? "0".repeat(to.length)];
  const { code, stderr } = await repository.run(args);
  if (code === 0) return true;
  if ((await commitOf(repository, ref)) !== from) return false;
  const [said = ""] = stderr.replace(/^fatal: /, "").split("\n");
  throw new UserError({
    what: `cannot write the branch ${printable(ref.replace("refs/heads/", ""))}`,
    why: `git said: ${printable(said)}`,
    fix: "fix that and publish again, or name another branch with --branch",
  });
}

/** What one side changed since the merge base; all its files if there is none. */
async function changedSince(repository: Repository, other: string, side: string): Promise<readonly string[]> {
  const base = (await repository.query(["merge-base", other, side])) ?? repository.emptyTree;
  const run = await repository.run(["diff-tree", "-r", "-z", "--name-only", "--no-renames", base, side]);
  if (run.code !== 0) throw gitFailed("compare the branch with the server's", run.stderr);
  return splitFields(run.stdout);
}

function diverged(ref: string, path: string): UserError {
  const branch = printable(ref.replace("refs/heads/", ""));
  return new UserError({
    what: `the branch ${branch} and the server's have diverged`,
    why: `the local branch changes files other than reviews: ${printable(path)}`,
    fix: `merge the two by hand, then publish again`,
  });
}
