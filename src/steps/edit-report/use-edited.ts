import type { Reviewer } from "#model/panel/reviewer.ts";
import { reviewerTitle } from "#model/panel/reviewer.ts";
import type { Report } from "#model/report.ts";
import type { Review } from "#model/review.ts";
import { checkEdited } from "./check-edited.ts";
import { readEdited } from "./read-edited.ts";

/** The result of the editor's work. */
export interface EditorsText {
  readonly text: string;
  readonly editor: Reviewer;
}

/** The review with the editor's prose, if it is correct; else unchanged, with a gap that explains why. */
export function useEdited(report: Report, { text, editor }: EditorsText): Review {
  const { review } = report;
  const read = readEdited(text, review.reviewers);
  if (!read.ok) return withoutEditor(review, read.why);
  const faults = checkEdited(read.edited, report);
  if (faults.length > 0) return withoutEditor(review, describeFaults(faults));
  const { summary, retro } = read.edited;
  const written = retro.paragraphs.length > 0 || retro.overall !== undefined;
  return {
    ...review,
    header: [...review.header, { key: "Summary worded by", value: reviewerTitle(editor) }],
    sections: review.sections.map((section) => (section.key === "summary" ? { ...section, text: summary } : section)),
    ...(written ? { retro: { ...retro, columns: [], rows: [] } } : {}),
  };
}

export function withoutEditor(review: Review, why: string): Review {
  return { ...review, gaps: [...review.gaps, `the editor's text was not used: ${why}`] };
}

const MAX_TOLD = 3;

function describeFaults(faults: readonly string[]): string {
  const told = faults.slice(0, MAX_TOLD).join("; ");
  return faults.length > MAX_TOLD ? `${told}; and ${faults.length - MAX_TOLD} more` : told;
}
