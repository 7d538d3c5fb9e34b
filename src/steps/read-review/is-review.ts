import { readReview } from "./read-review.ts";
import { type ReviewPart, splitReview } from "./split-review.ts";
import { reviewerId } from "#model/ids.ts";

/**
 * Whether a text is a review at all: it has one of the requested sections, or a finding. A model's progress notes or
 * polite refusal have neither, and must not pass for a review without findings.
 */
export function isReview(text: string): boolean {
  if (splitReview(text).some(isSection)) return true;
  return readReview(text, { reviewer: reviewerId("unknown") }).findings.length > 0;
}

const isSection = ({ name }: ReviewPart): boolean => !NO_SECTIONS.includes(name);

const NO_SECTIONS: readonly ReviewPart["name"][] = ["preamble", "unknown", "header"];
