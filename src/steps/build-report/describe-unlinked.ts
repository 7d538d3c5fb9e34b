import type { ReviewerId } from "#model/ids.ts";
import type { Review } from "#model/review.ts";

/** Why no raw finding matches a reviewer's credit. */
export function describeUnlinked(review: Review, reviewer: ReviewerId): string {
  const runs = review.runs.filter((run) => run.reviewer === reviewer);
  if (runs.every(({ textStatus }) => textStatus === "absent")) return "its raw review is not in the source";
  if (runs.every(({ textStatus }) => textStatus === "pointer")) return "only a pointer to its raw review was kept";
  if (runs.some(({ textStatus }) => textStatus === "abridged")) return "its raw review is abridged";
  return "no raw finding of it matches; the point may come from its assessments";
}
