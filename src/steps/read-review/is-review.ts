import { readReview } from "./read-review.ts";
import { type ReviewPart, splitReview } from "./split-review.ts";
import { reviewerId } from "#model/ids.ts";

/**
 * Whether a text is a review at all: it has one of the sections that were asked for, or a finding. What a model says on
 * its way, or when it declines politely, has neither, and must not pass for a review that found nothing.
 */
export function isReview(text: string): boolean {
  if (splitReview(text).some(isSection)) return true;
  return readReview(text, { reviewer: reviewerId("unknown") }).findings.length > 0;
}

const isSection = ({ name }: ReviewPart): boolean => !NO_SECTIONS.includes(name);

const NO_SECTIONS: readonly ReviewPart["name"][] = ["preamble", "unknown", "header"];
