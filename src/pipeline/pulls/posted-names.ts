import type { PullRequest } from "#model/pull/pull-request.ts";
import type { PostedName } from "#steps/history/names/collect-names.ts";
import { findOurPosts } from "#steps/plan-publication/our-posts.ts";

/** The names of problems in our comments on a pull request: people know the problems by them, whatever the archive has. */
export function postedNames(pull: PullRequest | undefined): readonly PostedName[] {
  if (pull === undefined) return [];
  return findOurPosts(pull).threads.flatMap(({ refs, marker: { key } }) => refs.map((ref) => ({ ...ref, key })));
}
