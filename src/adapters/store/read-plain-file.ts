import { constants } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { UserError } from "#util/errors.ts";

/** A larger file is no record. */
export const MAX_RECORD_BYTES = 200 * 1024 * 1024;

/**
 * The text of a plain file. Throws for a link, a pipe or a device, which could show, or wait for, anything: what lies in
 * an archive may have come with a repository.
 */
export async function readPlainFile(path: string): Promise<string> {
  await statPlainFile(path);
  // It may have been replaced since.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > MAX_RECORD_BYTES) throw noPlainFile(path);
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

/** Size and time of change of a plain file; throws for anything else. */
export async function statPlainFile(path: string): Promise<{ readonly size: number; readonly mtimeMs: number }> {
  const stats = await lstat(path);
  if (!stats.isFile()) throw noPlainFile(path);
  if (stats.size > MAX_RECORD_BYTES) throw new Error(`${path} is larger than 200 MB`);
  return stats;
}

/** What is said where something else lies under a file's name. */
export function noPlainFile(path: string): UserError {
  return new UserError({
    what: `${path} is not a plain file`,
    why: "it is a link, a folder or a device, and a repository could have put it there to lead elsewhere",
    fix: "put a plain file in its place, or remove it",
  });
}
