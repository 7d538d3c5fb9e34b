import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { hasCode, UserError } from "#util/errors.ts";

/** A larger file is no record. */
export const MAX_RECORD_BYTES = 200 * 1024 * 1024;

/**
 * The text of a plain file. Throws for a link, a pipe or a device, which could show, or wait for, anything: what lies in
 * an archive may have come with a repository.
 */
export async function readPlainFile(path: string): Promise<string> {
  return (await readPlainBytes(path)).toString("utf8");
}

/** The same as bytes. */
export async function readPlainBytes(path: string): Promise<Buffer> {
  await statPlainFile(path);
  // It may have been replaced since.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > MAX_RECORD_BYTES) throw noPlainFile(path);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

const PLAIN = constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const FLAGS = { append: constants.O_RDWR | constants.O_APPEND, over: constants.O_WRONLY | constants.O_TRUNC };

/** Opens a plain file to write to, and makes it where it is missing. Throws for a link, a pipe or a device. */
export async function openPlainFile(path: string, how: keyof typeof FLAGS): Promise<FileHandle> {
  const file = await open(path, PLAIN | FLAGS[how], 0o644).catch((error: unknown) => {
    // A pipe that nobody reads, a socket.
    throw ["ELOOP", "ENXIO", "EISDIR"].some((code) => hasCode(error, code)) ? noPlainFile(path) : error;
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw noPlainFile(path);
}

/** What tells a plain file from another. Nobody can choose the last two by putting a file into a repository or an archive. */
export interface PlainStats {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

/** Size and times of a plain file; throws for anything else. */
export async function statPlainFile(path: string): Promise<PlainStats> {
  const stats = await lstat(path);
  if (!stats.isFile()) throw noPlainFile(path);
  if (stats.size > MAX_RECORD_BYTES) throw new Error(`${path} is larger than 200 MB`);
  return stats;
}

/** What is said where something else lies under a file's name. */
function noPlainFile(path: string): UserError {
  return new UserError({
    what: `${path} is not a plain file`,
    why: "it is a link, a folder or a device, and a repository could have put it there to lead elsewhere",
    fix: "put a plain file in its place, or remove it",
  });
}
