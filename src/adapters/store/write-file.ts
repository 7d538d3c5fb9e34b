import { randomBytes } from "node:crypto";
import { open, rename, rm, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { hasCode, UserError, whyUnreadable } from "#util/errors.ts";
import { lookUp } from "#util/look-up.ts";

/**
 * Writes a file atomically: readers see the old or the new content, and a full disk or a kill leaves the old content in
 * place.
 */
export async function writeFileWhole(path: string, content: string): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await makeFolder(dirname(path));
    const file = await open(temporary, "wx");
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw explainWriteError(error, path);
  }
}

const ROOM = { fix: "make room or choose another folder, then run the command again; what was written before is kept" };
const RIGHTS = {
  fix: "choose a folder that you may write to (for reviews: --archive FOLDER), then run the command again",
};
const NAME = { fix: "choose another folder" };

/** Our own code for a link that leads nowhere, which the system only calls existing. */
const DEAD = "dead link";

const REASONS: Readonly<Record<string, { readonly why: string; readonly fix: string }>> = {
  ENOSPC: { why: "no space is left on the disk", ...ROOM },
  EDQUOT: { why: "the disk quota is used up", ...ROOM },
  EFBIG: { why: "the file would be larger than is allowed here", ...ROOM },
  EROFS: { why: "the file system is read-only", ...RIGHTS },
  // Node reports this when it cannot make a folder on a read-only file system.
  ENOENT: { why: "the folder is not there and cannot be made", ...RIGHTS },
  EACCES: { why: "permission was denied", ...RIGHTS },
  EPERM: { why: "permission was denied", ...RIGHTS },
  ENOTDIR: { why: "a part of the path is a file, not a folder", ...NAME },
  EEXIST: { why: "a part of the path is a file, not a folder", ...NAME },
  [DEAD]: { why: "it is a link that leads nowhere", ...NAME },
  EISDIR: { why: "a folder with that name is in the way", ...NAME },
  ENAMETOOLONG: { why: "the name is too long for the file system", ...NAME },
  ELOOP: { why: "links in its path lead in a circle", ...NAME },
  EMFILE: { why: "too many files are open", fix: "raise the limit (ulimit -n), or run fewer programs at once" },
  EIO: { why: "the disk failed", ...NAME },
};

/** A readable error for a failed write, if the reason is known; else the error itself. */
export function explainWriteError(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = lookUp(REASONS, code);
  if (reason === undefined) return error;
  return new UserError({
    what: `cannot write ${path}`,
    why: code === DEAD ? reason.why : `${reason.why} (${code})`,
    fix: reason.fix,
    cause: error,
  });
}

/** A readable error for a disk or a folder that cannot be used; any other error itself, since it may be our fault. */
export function explainDiskError(error: unknown): unknown {
  if (!(error instanceof Error) || !OF_THE_DISK.some((code) => hasCode(error, code))) return error;
  const path = "path" in error ? String(error.path) : "a temporary file";
  const isReading = "syscall" in error && READING.has(String(error.syscall));
  if (!isReading) return explainWriteError(error, path);
  const fix = "allow it to be read, or choose another folder";
  return new UserError({ what: `cannot read ${path}`, why: whyUnreadable(error), fix, cause: error });
}

const OF_THE_DISK = ["ENOSPC", "EDQUOT", "EROFS", "ELOOP", "EIO", "ENAMETOOLONG", "EACCES", "EPERM", "EMFILE"];
const READING = new Set(["scandir", "opendir", "read", "stat", "lstat", "readlink", "realpath", "access"]);

/**
 * Makes a folder and its parents. Node's recursive mkdir never returns where the system denies that an existing folder
 * exists (below /proc).
 */
export async function makeFolder(path: string): Promise<void> {
  if (await makeOne(path)) return;
  await makeFolder(dirname(path));
  if (!(await makeOne(path))) throw Object.assign(new Error(`cannot make ${path}`), { code: "ENOENT", path });
}

/** Whether the folder exists now; false if its parent is missing. */
async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT") && dirname(path) !== path) return false;
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() === true) return true;
    if (!hasCode(error, "EEXIST")) throw error;
    throw Object.assign(new Error(`${path} is not a folder`), { code: found === undefined ? DEAD : "ENOTDIR", path });
  }
}
