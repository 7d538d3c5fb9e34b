import { readlink, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { UserError } from "#util/errors.ts";

/** The real path, even if the file does not exist yet. */
export async function realPlace(path: string): Promise<string> {
  const place = await realpath(path).catch(() => undefined);
  if (place !== undefined) return place;
  const above = dirname(path);
  if (above === path) return path;
  // Follow a dangling link too. A circle of links leads nowhere.
  const target = await readlink(path).catch(() => basename(path));
  return resolve(await realPlace(above), target);
}

/** Whether a path leads to the folder or into it. */
export async function isInside(folder: string, path: string): Promise<boolean> {
  const route = relative(await realPlace(folder), await realPlace(path));
  return route !== ".." && !route.startsWith(`..${sep}`) && !isAbsolute(route);
}

/** Whether a real path is git's folder of a repository, or in it. */
export function isInGitFolder(place: string): boolean {
  return place.split(sep).some((part) => part.toLowerCase() === ".git");
}

/**
 * Throws a UserError if a link leads out of the archive: it may have come with a repository, and we would overwrite the
 * user's files.
 */
export async function requireInside(archive: string, path: string): Promise<void> {
  if (await isInside(archive, path)) return;
  throw new UserError({
    what: `${path} leads out of the archive`,
    why: `a link leads to ${await realPlace(path)}, and a repository could have put it there`,
    fix: "remove the link, or name the folder that you mean: --archive FOLDER for reviews, --out FOLDER for pages",
  });
}

/** All paths of a file or folder in the repository: its own, those of all links on the way, and the real one. */
export async function namesInside(path: string, root: string): Promise<string[]> {
  const names = new Set([relative(await real(root), await real(path))]);
  for (let at: string | undefined = path, links = 0; at !== undefined && links <= MAX_LINKS; links++) {
    names.add(relative(root, at));
    at = await followFirstLink(at, root);
    if (at !== undefined) names.add(relative(root, at));
  }
  return [...names].filter((name) => name !== ".." && !name.startsWith(`..${sep}`)).map(foldPath);
}

/** As many links as Linux follows in one path. */
export const MAX_LINKS = 40;

/** The path with the first link below the root replaced by its target; undefined if there is none. */
async function followFirstLink(path: string, root: string): Promise<string | undefined> {
  const parts = relative(root, path).split(sep);
  for (let depth = 1; depth <= parts.length; depth++) {
    const at = join(root, ...parts.slice(0, depth));
    const target = await readlink(at).catch(() => undefined);
    if (target !== undefined) return resolve(dirname(at), target, ...parts.slice(depth));
  }
  return undefined;
}

/** Whether a path of the repository is one of the names, or a folder, link or submodule above one. */
export function leadsTo(path: string, names: readonly string[]): boolean {
  return names.some((name) => `${name}/`.startsWith(`${foldPath(path)}/`));
}

/** Folds names that some file systems treat as equal and git does not. */
export const foldPath = (path: string): string => path.split(sep).join("/").normalize("NFC").toLowerCase();

async function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
