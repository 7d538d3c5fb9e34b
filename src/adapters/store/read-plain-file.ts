import { constants } from "node:fs";
import { type FileHandle, lstat, open, stat } from "node:fs/promises";
import { hasCode, UserError } from "#util/errors.ts";

/** A larger file is not a record. */
export const MAX_RECORD_BYTES = 200 * 1024 * 1024;

/**
 * The text of a plain file. Throws for a link, a pipe or a device, which could lead anywhere or block: files in an
 * archive may have come with a repository.
 */
export async function readPlainFile(path: string): Promise<string> {
  return (await readPlainBytes(path)).toString("utf8");
}

export async function readPlainBytes(path: string): Promise<Buffer> {
  await statPlainFile(path);
  // The file may have been replaced since the check.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > MAX_RECORD_BYTES) throw notPlainFile(path);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/**
 * Throws if reading the file that the user names could take forever: a named pipe, or a device. What a shell has opened
 * for us, such as `<(command)` or standard input, can be read.
 */
export async function refuseEndless(path: string): Promise<void> {
  if (OPENED.test(path)) return;
  const stats = await stat(path);
  if (stats.isFIFO()) throw new Error("it is a named pipe, and nobody may ever write to it");
  if (!stats.isFile() && !stats.isDirectory()) throw new Error("it is a device or a socket, not a file");
}

const OPENED = /^\/(?:dev\/(?:stdin$|fd\/)|proc\/(?:self|\d+)\/fd\/)/;

const PLAIN = constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const FLAGS = { append: constants.O_RDWR | constants.O_APPEND, over: constants.O_WRONLY | constants.O_TRUNC };

/** Opens a plain file for writing and creates it if it is missing. Throws for a link, a pipe or a device. */
export async function openPlainFile(path: string, how: keyof typeof FLAGS): Promise<FileHandle> {
  const file = await open(path, PLAIN | FLAGS[how], 0o644).catch((error: unknown) => {
    // ENXIO: a pipe that nobody reads, or a socket.
    throw ["ELOOP", "ENXIO", "EISDIR"].some((code) => hasCode(error, code)) ? notPlainFile(path) : error;
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw notPlainFile(path);
}

/** Whether the next line can be appended without joining an unfinished one. */
export async function endsWithNewline(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString("latin1") === "\n";
}

/** Identifies a version of a plain file. Nobody can choose the last two by adding a file to a repository. */
export interface PlainStats {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

/** Size and times of a plain file; throws for anything else. */
export async function statPlainFile(path: string): Promise<PlainStats> {
  const stats = await lstat(path);
  if (!stats.isFile()) throw notPlainFile(path);
  if (stats.size > MAX_RECORD_BYTES) throw new Error(`${path} is larger than 200 MB`);
  return stats;
}

function notPlainFile(path: string): UserError {
  return new UserError({
    what: `${path} is not a plain file`,
    why: "it is a link, a folder or a device, and a repository could have put it there to lead elsewhere",
    fix: "put a plain file in its place, or remove it",
  });
}
