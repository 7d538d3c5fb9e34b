import { openChange } from "#adapters/git/open-change.ts";
import type { DiffHunk } from "#model/change/change.ts";
import type { Review } from "#model/review.ts";
import { classifyFile } from "#steps/resolve-scope/classify-file.ts";

/** The lines of the reviewed change, where this folder's repository has its commits; undefined elsewhere. */
export async function findHunks(folder: string, { scope }: Review): Promise<readonly DiffHunk[] | undefined> {
  const { base, head } = scope;
  if (base === undefined || head === undefined) return undefined;
  // They only make places better; a review can be published from anywhere.
  const opened = await openChange({ folder, target: `${base}..${head}` }, classifyFile).catch(() => undefined);
  if (opened === undefined) return undefined;
  await opened.close();
  return opened.change.diffs.flatMap(({ hunks }) => hunks);
}
