import { execFile } from "node:child_process";
import { lstat, rm } from "node:fs/promises";
import { UserError } from "#util/errors.ts";

/**
 * Removes a folder with all that is in it, also what was made read-only, unreadable or too deep for a path. The system's
 * own programs do it: they walk by folder and not by path, follow no links, and are several times faster than Node.
 */
export async function removeTree(path: string): Promise<void> {
  if (!(await exists(path))) return;
  // Root needs no rights to remove.
  if (process.getuid?.() !== 0) await run("chmod", ["-R", "u+rwx", "--", path]);
  await run("rm", ["-rf", "--", path]);
  if (!(await exists(path))) return;
  // Where these programs are not, or something came in between.
  await rm(path, { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
  if (!(await exists(path))) return;
  throw new UserError({
    what: `cannot remove ${path}`,
    why: "something in it may not be removed by this user",
    fix: `look what it is, then: rm -rf ${path}`,
  });
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

function run(command: string, args: readonly string[]): Promise<void> {
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C" };
  return new Promise((resolve) => execFile(command, args, { env, maxBuffer: 1 << 28 }, () => resolve()));
}
