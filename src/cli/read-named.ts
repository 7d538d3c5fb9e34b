import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { refuseEndless } from "#adapters/store/read-plain-file.ts";
import { UserError, whyUnreadable } from "#util/errors.ts";
import type { Io } from "./io.ts";

/** More than any review or list of results has. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads a file that the user names. The error of one that cannot be read says how to fix it. */
export async function readNamed(
  name: string,
  io: Io,
  {
    fix = "name a file that you may read",
    maxBytes = MAX_BYTES,
  }: { readonly fix?: string; readonly maxBytes?: number } = {},
): Promise<{ readonly name: string; readonly text: string }> {
  try {
    return { name, text: await readAtMost(resolve(io.cwd(), name), maxBytes) };
  } catch (error) {
    throw new UserError({ what: `cannot read ${name}`, why: whyUnreadable(error), fix, cause: error });
  }
}

/** Reads in chunks, since the size of a pipe is unknown. */
async function readAtMost(path: string, maxBytes: number): Promise<string> {
  await refuseEndless(path);
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
