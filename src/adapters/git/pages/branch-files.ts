import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { splitFields } from "../decode-path.ts";
import { gitFailed } from "../git.ts";
import type { Repository } from "../repository.ts";

/** A file of a commit, or a link or submodule in its place. */
export interface BranchFile {
  readonly path: string;
  readonly mode: string;
  readonly blob: string;
  readonly bytes: number;
}

/** All files of a commit by path; none without a commit. */
export async function listFiles(
  repository: Repository,
  commit: string | undefined,
): Promise<ReadonlyMap<string, BranchFile>> {
  const files = new Map<string, BranchFile>();
  if (commit === undefined) return files;
  const listing = await repository.run(["ls-tree", "-r", "-l", "-z", "--full-tree", commit]);
  if (listing.code !== 0) throw gitFailed(`list the files of ${commit}`, listing.stderr);
  for (const entry of splitFields(listing.stdout)) {
    const tab = entry.indexOf("\t");
    const [mode = "", , blob = "", size = ""] = entry.slice(0, tab).split(/ +/);
    const path = entry.slice(tab + 1);
    files.set(path, { path, mode, blob, bytes: /^\d+$/.test(size) ? Number(size) : 0 });
  }
  return files;
}

/** Whether this is a plain file, not a link and not a submodule. */
export const isPlain = ({ mode }: BranchFile): boolean => mode.startsWith("100");

/** Reads blobs in batches and passes each on with its name. Throws if one is missing. */
export async function readBlobs(
  repository: Repository,
  blobs: readonly string[],
  take: (blob: string, content: Buffer) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < blobs.length; at += AT_ONCE) {
    const few = blobs.slice(at, at + AT_ONCE);
    const run = await repository.run(["cat-file", "--batch"], { input: `${few.join("\n")}\n` });
    let rest = run.stdout;
    for (const blob of few) {
      const end = rest.indexOf("\n");
      const [, kind, size] = rest.subarray(0, end).toString("latin1").split(" ");
      if (run.code !== 0 || end < 0 || kind !== "blob") throw missingBlob(blob, run.stderr);
      const bytes = Number(size);
      await take(blob, rest.subarray(end + 1, end + 1 + bytes));
      rest = rest.subarray(end + bytes + 2);
    }
  }
}

/** Few enough that even the largest files stay below the output limit of one git. */
const AT_ONCE = 4;
/** A larger file is not read. */
export const MAX_BYTES = 60 * 1024 * 1024;

function missingBlob(blob: string, complaint: string): UserError {
  const [said = ""] = complaint.split("\n");
  return new UserError({
    what: "this clone lacks files of the branch",
    why: said === "" ? `${blob} is not here; it is a partial clone or damaged` : `git said: ${printable(said)}`,
    fix: "fetch the branch without a filter: git fetch --refetch --no-filter",
  });
}
