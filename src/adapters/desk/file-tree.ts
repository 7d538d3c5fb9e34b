import { execFile } from "node:child_process";
import { lstat, readdir, readlink, realpath, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { UserError } from "#util/errors.ts";

/**
 * Removes a folder and its contents, even if they are read-only, unreadable or too deep for a path. Uses the system's
 * programs: they do not need full paths, follow no links, and are several times faster than Node.
 */
export async function removeTree(path: string): Promise<void> {
  if (!(await exists(path))) return;
  // Root needs no rights to remove.
  if (process.getuid?.() !== 0) await run("chmod", ["-R", "u+rwx", "--", path]).catch(() => undefined);
  await run("rm", ["-rf", "--", path]).catch(() => undefined);
  if (!(await exists(path))) return;
  // The programs are missing, or another process wrote to the folder.
  await rm(path, { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
  if (!(await exists(path))) return;
  throw new UserError({
    what: `cannot remove ${path}`,
    why: "this user may not remove something in it",
    fix: `find out what it is, then: rm -rf ${path}`,
  });
}

/** Copies a folder that may be read-only to a path that does not exist yet, and makes the copy writable. Links stay links. */
export async function copyCode(from: string, to: string): Promise<void> {
  await copyTree(from, to);
  await run("chmod", ["-R", "u+w", "--", to]);
}

/**
 * Copies a file, link or folder to a path that does not exist yet, with modes and times. Shares blocks where the file system
 * copies them on write, never files: a command that writes to one would write to the other.
 */
export async function copyTree(from: string, to: string): Promise<void> {
  const how = process.platform === "linux" ? ["--reflink=auto"] : [];
  try {
    await run("cp", ["-RPp", ...how, "--", from, to]);
  } catch (error) {
    // Small systems have a cp without that option.
    if (how.length === 0) throw error;
    await removeTree(to);
    await run("cp", ["-RPp", "--", from, to]);
  }
}

/** Removes the write permission from a folder and everything in it, except links. It does not bind root. */
export function makeReadOnly(folder: string): Promise<void> {
  // One program for the whole tree: a call for each file would take longer than the checkout.
  return run("chmod", ["-R", "a-w", "--", folder]);
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

function run(program: string, args: readonly string[]): Promise<void> {
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C" };
  return new Promise((resolve, reject) => {
    execFile(program, args, { env, maxBuffer: 1 << 28 }, (error) => (error === null ? resolve() : reject(error)));
  });
}

/**
 * Replaces symbolic links that lead out of a folder with plain files that contain the link's target: a reviewer that
 * follows one would read the user's files. Returns the paths.
 */
export async function replaceEscapingLinks(folder: string): Promise<readonly string[]> {
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

/** Checks the real path; for a dangling link, the path in its text. */
async function staysInside(root: string, path: string, target: string): Promise<boolean> {
  const real = await realpath(path).catch(() => resolve(dirname(path), target));
  return isWithin(root, real) && !target.startsWith("/") && !isWithin(join(root, ".git"), real);
}

const isWithin = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);
