import { createCommitReader, findHead } from "#adapters/git/objects/commit-reader.ts";
import type { Review } from "#model/review.ts";
import { takeExcerpts } from "#steps/ground-findings/take-excerpts.ts";
import { maskSecrets } from "#util/secrets/mask-secrets.ts";
import { maskReader } from "../round/mask-source.ts";

/** The review with the cited code, taken from the reviewed commit of this repository. */
export async function addExcerpts(review: Review, repository: string): Promise<Review> {
  const { head, commits } = review.scope;
  const ids = head === undefined ? commits.map(({ id }) => id) : [head];
  const commit = await findHead(repository, ids);
  if (commit === undefined) {
    return { ...review, gaps: [...review.gaps, "no excerpts: the repository does not hold the reviewed commit"] };
  }
  const reader = createCommitReader(repository, commit);
  const readLines = maskReader((path) => reader.readLines(path), maskSecrets);
  const excerpts = await takeExcerpts({ ...reader, readLines }, review.clusters);
  return { ...review, scope: { ...review.scope, head: commit }, excerpts };
}
