import { readdir, readlink, realpath, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

/**
 * Turns symbolic links that lead out of a folder into plain files that hold where they led: a reviewer that follows one
 * would read files of the user's. Returns the paths.
 */
export async function tameLinks(folder: string): Promise<readonly string[]> {
  const root = await realpath(folder);
  const tamed: string[] = [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const target = await readlink(path);
    if (await staysInside(root, path, target)) continue;
    await rm(path);
    await writeFile(path, target);
    tamed.push(relative(root, path));
  }
  return tamed;
}

/** By where it really leads; one that leads nowhere yet, by its words. */
async function staysInside(root: string, path: string, target: string): Promise<boolean> {
  const real = await realpath(path).catch(() => resolve(dirname(path), target));
  return isWithin(root, real) && !target.startsWith("/") && !isWithin(join(root, ".git"), real);
}

const isWithin = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);
