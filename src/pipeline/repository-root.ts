import { git, runGit } from "#adapters/git/git.ts";
import { findWorkingTree, foreignRepository } from "#adapters/git/repository.ts";
import { UserError } from "#util/errors.ts";

/** The root of the working tree, or of a bare repository. */
export async function findRepositoryRoot(folder: string): Promise<string> {
  const bareness = await git(folder, ["rev-parse", "--is-bare-repository"]);
  const top = bareness?.trim() === "false" ? await findWorkingTree(folder) : undefined;
  if (top !== undefined) return top;
  const bare = await runGit(folder, ["rev-parse", "--absolute-git-dir"]).catch(() => undefined);
  if (bare?.code === 0) return bare.stdout.toString("utf8").replace(/\n$/, "");
  if (bare?.stderr.includes("safe.bareRepository") === true) throw refused(folder);
  const foreign = foreignRepository(folder, bare?.stderr ?? "");
  if (foreign !== undefined) throw foreign;
  throw new UserError({
    what: `${folder} is not a git repository`,
    why: "git found no repository there",
    fix: "run it inside a repository, or name one with --repo",
  });
}

function refused(folder: string): UserError {
  return new UserError({
    what: `git does not open ${folder}`,
    why: "it is a bare repository, and your setting safe.bareRepository does not allow git to discover one",
    fix: "if you trust it, review a clone of it that has a working tree, or set safe.bareRepository to all",
  });
}
