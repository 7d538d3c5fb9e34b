import type { DiffHunk, FileDiff } from "#model/change/change.ts";
import type { DescribedFile } from "./changed-files.ts";
import { gitFailed } from "../git.ts";
import { createPatchParser, type PatchHunk } from "./patch-parser.ts";
import { DIFF_ARGUMENTS, type RawFile } from "./raw-diff.ts";
import type { Repository } from "../repository.ts";

/** The files with their hunks, read from one patch as git prints it. Files that are only listed get none. */
export async function readHunks(
  repository: Repository,
  { base, head }: { readonly base: string; readonly head: string },
  described: readonly DescribedFile[],
): Promise<readonly FileDiff[]> {
  const diffs = described.map(({ raw, file }) => ({ raw, file, hunks: [] as DiffHunk[] }));
  const open = diffs.filter(({ file }) => file.listed === undefined);
  const takers = new Map<string, ((hunk: PatchHunk) => void)[]>();
  for (const { raw, file, hunks } of open) {
    const take = (hunk: PatchHunk) => hunks.push({ path: file.path, ...hunk });
    for (const key of keysOf(raw)) {
      const known = takers.get(key);
      if (known === undefined) takers.set(key, [take]);
      else known.push(take);
    }
  }
  const parser = createPatchParser((oldId, newId) => {
    // The same contents compared give the same hunks, so the first such file of the patch speaks for all of them.
    const all = takers.get(`${oldId} ${newId}`);
    takers.delete(`${oldId} ${newId}`);
    return all === undefined ? undefined : (hunk) => all.forEach((take) => take(hunk));
  });
  if (open.length > 0) {
    const args = [...DIFF_ARGUMENTS, "-p", "--end-of-options", base, head, "--"];
    const { code, stderr } = await repository.run(args, { onOutput: (chunk) => parser.push(chunk) });
    if (code !== 0) throw gitFailed(`compare ${base} with ${head}`, stderr);
    parser.end();
  }
  return diffs.map(({ file, hunks }) => ({ file, hunks }));
}

/** A file that became a link, or the other way round, is shown as removed and added. */
function keysOf({ status, oldId, newId }: RawFile): readonly string[] {
  const none = "0".repeat(oldId.length);
  return status === "T" ? [`${oldId} ${none}`, `${none} ${newId}`] : [`${oldId} ${newId}`];
}
