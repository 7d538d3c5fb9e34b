import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { UserError } from "#util/errors.ts";

/**
 * Writes a file whole or not at all: readers see the old or the new content, and a full disk or a kill leaves the old
 * one in place.
 */
export async function writeFileWhole(path: string, content: string): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(temporary, "wx");
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw explain(error, path);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "no space is left on the disk",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EACCES: "permission was denied",
  EPERM: "permission was denied",
  ENOTDIR: "a part of the path is a file, not a folder",
  EEXIST: "a part of the path is a file, not a folder",
  EISDIR: "a folder of that name is in the way",
  ENAMETOOLONG: "the name is too long for the file system",
};

function explain(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const why = REASONS[code];
  if (why === undefined) return error;
  return new UserError({
    what: `cannot write ${path}`,
    why: `${why} (${code})`,
    fix: "make room or choose another folder, then run the command again; what was written before is kept",
    cause: error,
  });
}
