import { readReview } from "./read-review.ts";
import { holdsFindings, type ReviewPart, splitReview } from "./split-review.ts";
import { reviewerId } from "#model/ids.ts";

/**
 * Whether a text is a review at all: it has a finding, or one of the requested sections and words in it. If it has sections
 * for findings, the words are in one of them, even if only "None". A model's progress notes, polite refusal or empty form
 * must not pass for a review without findings.
 */
export function isReview(text: string): boolean {
  const sections = splitReview(text).filter(isSection);
  const forFindings = sections.filter(holdsFindings);
  if ((forFindings.length > 0 ? forFindings : sections).some(hasWords)) return true;
  return readReview(text, { reviewer: reviewerId("unknown") }).findings.length > 0;
}

/** The message for a reviewer whose answer is not one. */
export const NO_REVIEW = "its answer is no review: it has no finding and none of the sections that were asked for";

const hasWords = ({ lines }: ReviewPart): boolean => lines.some(({ text }) => /[\p{L}\p{N}]/u.test(text));

const isSection = ({ name }: ReviewPart): boolean => !NO_SECTIONS.includes(name);

const NO_SECTIONS: readonly ReviewPart["name"][] = ["preamble", "unknown", "header"];
