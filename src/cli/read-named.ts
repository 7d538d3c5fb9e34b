import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { messageOf, UserError } from "#util/errors.ts";
import type { Io } from "./io.ts";

/** A file that somebody names on the command line. */
export interface NamedFile {
  /** As it was written, for messages. */
  readonly name: string;
  readonly text: string;
}

/** Reads a file that the user names; says how to put it right where there is none. */
export async function readNamed(name: string, io: Io, fix = "check the file's name"): Promise<NamedFile> {
  try {
    return { name, text: await readFile(resolve(io.cwd(), name), "utf8") };
  } catch (error) {
    throw new UserError({ what: `cannot read ${name}`, why: messageOf(error), fix, cause: error });
  }
}
