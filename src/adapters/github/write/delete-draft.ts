import type { PullAddress } from "#model/pull/pull-request.ts";
import type { GitHub } from "../client.ts";
import { attempt, type Refusal } from "./attempt.ts";

/** Takes back a review that was never handed in; says so where the platform does not let us. One that is gone is no fault. */
export async function deleteDraft(
  github: GitHub,
  { owner, repository, number }: PullAddress,
  review: number,
): Promise<Refusal | undefined> {
  const deleted = await attempt(() =>
    github.request("DELETE /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}", {
      owner,
      repo: repository,
      pull_number: number,
      review_id: review,
    }),
  );
  return "refused" in deleted && deleted.refused.status !== 404 ? deleted.refused : undefined;
}
