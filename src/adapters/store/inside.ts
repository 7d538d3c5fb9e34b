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
