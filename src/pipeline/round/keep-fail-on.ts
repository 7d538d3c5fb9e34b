import type { Archive } from "#adapters/store/archive.ts";
import type { Review } from "#model/review.ts";
import type { Severity } from "#model/severity.ts";
import { renderFiles } from "../render-review.ts";

/** A review that answers what is asked, with what fails it now: publishing concludes by what was asked for last. */
export async function keepFailOn(
  review: Review,
  { archive, failOn }: { readonly archive: Archive; readonly failOn?: Severity | undefined },
): Promise<Review> {
  if (review.failOn === failOn) return review;
  const { failOn: _, ...others } = review;
  const renewed: Review = failOn === undefined ? others : { ...others, failOn };
  await archive.write(renewed, await renderFiles(renewed));
  return renewed;
}
