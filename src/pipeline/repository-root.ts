import { git } from "#adapters/git/git.ts";
import { findWorkingTree } from "#adapters/git/repository.ts";
import { UserError } from "#util/errors.ts";

/** The root of the working tree, or the repository itself where it is bare. */
export async function findRepositoryRoot(folder: string): Promise<string> {
  const bareness = await git(folder, ["rev-parse", "--is-bare-repository"]);
  const top = bareness?.trim() === "false" ? await findWorkingTree(folder) : undefined;
  if (top !== undefined) return top;
  const bare = await git(folder, ["rev-parse", "--absolute-git-dir"]);
  if (bare !== undefined) return bare.replace(/\n$/, "");
  throw new UserError({
    what: `${folder} is not a git repository`,
    why: "git found no repository there",
    fix: "run it inside a repository, or name one with --repo",
  });
}
