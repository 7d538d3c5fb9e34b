import { git } from "#adapters/git/git.ts";
import { UserError } from "#util/errors.ts";

/** The root of the working tree, or the repository itself where it is bare. */
export async function findRepositoryRoot(folder: string): Promise<string> {
  const top = await git(folder, ["rev-parse", "--show-toplevel"]);
  if (top !== undefined && top.trim() !== "") return top.replace(/\n$/, "");
  const bare = await git(folder, ["rev-parse", "--absolute-git-dir"]);
  if (bare !== undefined) return bare.replace(/\n$/, "");
  throw new UserError({
    what: `${folder} is not a git repository`,
    why: "git found no repository there",
    fix: "run it inside a repository, or name one with --repo",
  });
}
