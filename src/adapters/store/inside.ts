import { readlink, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { UserError } from "#util/errors.ts";

/** Where a path leads, also one that is not there yet. */
export async function realPlace(path: string): Promise<string> {
  const place = await realpath(path).catch(() => undefined);
  if (place !== undefined) return place;
  const above = dirname(path);
  if (above === path) return path;
  // A link to what is not there yet leads there all the same; links in a circle lead nowhere.
  const target = await readlink(path).catch(() => basename(path));
  return resolve(await realPlace(above), target);
}

/** Whether a path leads into the folder, or to it. */
export async function isInside(folder: string, path: string): Promise<boolean> {
  const way = relative(await realPlace(folder), await realPlace(path));
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Throws a UserError where a link leads out of the archive: it may have come with a repository, and what we write would
 * go over files of the user's.
 */
export async function requireInside(archive: string, path: string): Promise<void> {
  if (await isInside(archive, path)) return;
  throw new UserError({
    what: `${path} leads out of the archive`,
    why: `a link leads to ${await realPlace(path)}, and a repository could have put it there`,
    fix: "remove the link, or name the folder that you mean: --archive FOLDER for reviews, --out FOLDER for pages",
  });
}

/** What a file or folder is called in the repository: by its own name, by each link on the way, and by where it leads. */
export async function namesInside(place: string, root: string): Promise<string[]> {
  const names = new Set([relative(await real(root), await real(place))]);
  for (let at: string | undefined = place, hops = 0; at !== undefined && hops < MAX_HOPS; hops++) {
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

/** Whether a path of the repository is one of the names, or a folder, link or submodule that one of them leads through. */
export function leadsTo(path: string, names: readonly string[]): boolean {
  return names.some((name) => `${name}/`.startsWith(`${foldPath(path)}/`));
}

/** Some file systems take names for the same that git keeps apart. */
export const foldPath = (path: string): string => path.split(sep).join("/").normalize("NFC").toLowerCase();

async function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
