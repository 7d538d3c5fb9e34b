import type { Reviewer } from "#model/panel/reviewer.ts";
import { reviewerTitle } from "#model/panel/reviewer.ts";
import type { Report } from "#model/report.ts";
import type { Review } from "#model/review.ts";
import { capLines } from "#util/words.ts";
import { checkEdited } from "./check-edited.ts";
import { readEdited } from "./read-edited.ts";

/** What came of the editor's work. */
export interface EditorsText {
  readonly text: string;
  readonly editor: Reviewer;
}

/** The review with the editor's prose, where it holds; else as it was, with a gap that says why it was not used. */
export function useEdited(report: Report, { text, editor }: EditorsText): Review {
  const { review } = report;
  const read = readEdited(text, review.reviewers);
  if (!read.ok) return withoutEditor(review, read.why);
  const faults = checkEdited(read.edited, report);
  if (faults.length > 0) return withoutEditor(review, capLines(faults, MAX_TOLD).join("; "));
  const { summary, retro } = read.edited;
  const written = retro.paragraphs.length > 0 || retro.overall !== undefined;
  return {
    ...review,
    header: [...review.header, { key: "Summary worded by", value: reviewerTitle(editor) }],
    sections: review.sections.map((section) => (section.key === "summary" ? { ...section, text: summary } : section)),
    ...(written ? { retro: { ...retro, columns: [], rows: [] } } : {}),
  };
}

/** The review with the gap that the editor left. */
export function withoutEditor(review: Review, why: string): Review {
  return { ...review, gaps: [...review.gaps, `the editor's text was not used: ${why}`] };
}

const MAX_TOLD = 3;
