import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { messageOf, UserError } from "#util/errors.ts";
import type { Io } from "./io.ts";

/** A file that somebody names on the command line. */
export interface NamedFile {
  /** As it was written, for messages. */
  readonly name: string;
  readonly text: string;
}

/** What is said of a file that cannot be read, and how large it may be. */
export interface NamedFileOptions {
  readonly fix?: string;
  readonly maxBytes?: number;
}

/** More than any review or list of results has. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads a file that the user names; says how to put it right where there is none. */
export async function readNamed(name: string, io: Io, options: NamedFileOptions = {}): Promise<NamedFile> {
  const { fix = "check the file's name", maxBytes = MAX_BYTES } = options;
  try {
    return { name, text: await readAtMost(resolve(io.cwd(), name), maxBytes) };
  } catch (error) {
    throw new UserError({ what: `cannot read ${name}`, why: messageOf(error), fix, cause: error });
  }
}

/** Piece by piece: a pipe does not say how much comes. */
async function readAtMost(path: string, maxBytes: number): Promise<string> {
  const file = await open(path);
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) throw new Error(`it is larger than ${maxBytes / 1024 / 1024} MB`);
      chunks.push(chunk as Buffer);
    }
    return Buffer.concat(chunks, size).toString("utf8");
  } finally {
    await file.close();
  }
}
