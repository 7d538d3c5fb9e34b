import { mkdtemp, realpath } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "#adapters/desk/file-tree.ts";
import { explainWriteError } from "#adapters/store/write-file.ts";
import { UserError } from "#util/errors.ts";
import { temporaryPlace } from "#util/temporary-place.ts";

/** Runs the work in a new temporary folder, which stays for the user. If the work fails, nothing stays. */
export async function inDemoFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const prefix = join(temporaryPlace(), "deep-review-demo-");
  const folder = await mkdtemp(prefix).catch((error: unknown) => {
    throw withOwnFix(explainWriteError(error, `${prefix}…`));
  });
  try {
    return await work(await realpath(folder));
  } catch (error) {
    await removeTree(folder);
    throw withOwnFix(error);
  }
}

/** A failed write of a round can be resumed, but the folder of the demo is gone. */
function withOwnFix(error: unknown): unknown {
  if (!(error instanceof UserError) || !error.what.startsWith("cannot write ")) return error;
  const { what, why } = error;
  return new UserError({ what, why, fix: "let TMPDIR name another folder, then run the demo again", cause: error });
}
