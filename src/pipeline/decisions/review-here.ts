import { git } from "#adapters/git/git.ts";
import type { Archive } from "#adapters/store/archive.ts";
import { bareBranch } from "#model/change/scope.ts";

/** So many of the newest reviews are looked through. */
const MAX_READ = 30;

/**
 * The review that somebody means who names none: the newest, unless it is of another branch than the one that is checked out and
 * there is one of that. Undefined: there is none.
 */
export async function findReviewHere(archive: Archive, repository: string | undefined): Promise<string | undefined> {
  const ids = (await archive.list()).toReversed();
  const here =
    repository === undefined ? undefined : (await git(repository, ["symbolic-ref", "--short", "-q", "HEAD"]))?.trim();
  const [newest, ...others] = ids.slice(0, MAX_READ);
  if (here === undefined || newest === undefined) return newest;
  const branchOf = async (id: string): Promise<string | undefined> => (await archive.read(id)).scope.branch;
  const branch = await branchOf(newest);
  if (branch === undefined || bareBranch(branch) === here) return newest;
  for (const id of others) {
    const other = await branchOf(id).catch(() => undefined);
    if (other !== undefined && bareBranch(other) === here) return id;
  }
  return newest;
}
