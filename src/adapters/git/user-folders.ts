import { access, readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Repository } from "./repository.ts";

/**
 * All folders with objects and files of a repository: its working tree and git folder, all other working trees that are
 * linked to it, the repository that it is part of, and those whose objects it borrows.
 */
export async function listUserFolders(repository: Repository): Promise<readonly string[]> {
  const { worktree, gitDir, sharedDir } = repository;
  const [linked, borrowed] = await Promise.all([listWorktrees(sharedDir), listBorrowed(repository)]);
  // The git folder of a linked working tree is inside the main one's, that of a submodule inside the parent's.
  const first = /^(.+?)\/\.git(?:\/|$)/.exec(sharedDir)?.[1];
  const all = [worktree, gitDir, sharedDir, first, ...linked, ...borrowed];
  return [...new Set(all.filter((folder) => folder !== undefined))];
}

async function listWorktrees(sharedDir: string): Promise<string[]> {
  const above = join(sharedDir, "worktrees");
  const names = await readdir(above).catch(() => []);
  const found = names.map(async (name) => {
    const pointer = await readFile(join(above, name, "gitdir"), "utf8").catch(() => undefined);
    return pointer === undefined ? [] : [dirname(resolve(above, name, pointer.replace(/\n$/, "")))];
  });
  return (await Promise.all(found)).flat();
}

/** Alternates may have alternates. */
async function listBorrowed(repository: Repository): Promise<string[]> {
  const listing = await repository.query(["-c", "core.quotePath=false", "count-objects", "-v"]);
  const objects = [...(listing ?? "").matchAll(/^alternate: (.+)$/gm)].map(([, path = ""]) => unquote(path));
  return (await Promise.all(objects.map(listAround))).flat();
}

/** The repository that contains these objects, with its settings, logs and working trees; else the objects alone. */
async function listAround(objects: string): Promise<string[]> {
  const gitDir = dirname(objects);
  const isRepository = await access(join(gitDir, "HEAD")).then(
    () => true,
    () => false,
  );
  if (!isRepository) return [objects];
  const worktree = basename(gitDir) === ".git" ? [dirname(gitDir)] : [];
  return [objects, gitDir, ...worktree, ...(await listWorktrees(gitDir))];
}

function unquote(path: string): string {
  if (!path.startsWith('"')) return path;
  try {
    return JSON.parse(path) as string;
  } catch {
    return path;
  }
}
