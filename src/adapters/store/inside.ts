import { readlink, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, relative, resolve, sep } from "node:path";
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

/** All paths of a file or folder in the repository: its own, those of the links on the way, and the real one. */
export async function namesInside(path: string, root: string): Promise<string[]> {
  const names = new Set([relative(await real(root), await real(path))]);
  for (let at: string | undefined = path, hops = 0; at !== undefined && hops < MAX_HOPS; hops++) {
    names.add(relative(root, at));
    const folder = dirname(at);
    at = await readlink(at).then(
      (target) => resolve(folder, target),
      () => undefined,
    );
  }
  return [...names].filter((name) => name !== ".." && !name.startsWith(`..${sep}`)).map(foldPath);
}

const MAX_HOPS = 10;

/** Whether a path of the repository is one of the names, or a folder, link or submodule above one. */
export function leadsTo(path: string, names: readonly string[]): boolean {
  return names.some((name) => `${name}/`.startsWith(`${foldPath(path)}/`));
}

/** Folds names that some file systems treat as equal and git does not. */
export const foldPath = (path: string): string => path.split(sep).join("/").normalize("NFC").toLowerCase();

async function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
