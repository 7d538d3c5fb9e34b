import { git } from "#adapters/git/git.ts";
import type { Archive } from "#adapters/store/archive.ts";
import { bareBranch } from "#model/change/scope.ts";

const MAX_READ = 30;

/** The default review: the newest of the current branch, else the newest. Undefined if there is none. */
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
