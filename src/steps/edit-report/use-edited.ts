import { type Reviewer, reviewerTitle } from "#model/panel/reviewer.ts";
import type { Report } from "#model/report.ts";
import { type Review, SUMMARY_EDITOR } from "#model/review.ts";
import { capLines } from "#util/words.ts";
import { readEdited, type Edited } from "./read-edited.ts";
import type { ReviewerId } from "#model/ids.ts";
import { checkBesideIds, checkIds, checkPanelAndVerdict, withoutIds } from "./check/check-names.ts";
import { checkNumbers } from "./check/check-numbers.ts";
import { checkPlaces, withoutPlaces } from "./check/check-places.ts";
import { checkedPassage } from "./check/passage.ts";
import { figuresOf } from "./figures.ts";
import { panelText, recordText } from "./write-brief.ts";

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
  if (faults.length > 0) return withoutEditor(review, capLines(faults, MAX_REASONS).join("; "));
  const { summary, retro } = read.edited;
  const written = retro.paragraphs.length > 0 || retro.overall !== undefined;
  return {
    ...review,
    header: [...review.header, { key: SUMMARY_EDITOR, value: reviewerTitle(editor) }],
    sections: review.sections.map((section) => (section.key === "summary" ? { ...section, text: summary } : section)),
    ...(written ? { retro: { ...retro, columns: [], rows: [] } } : {}),
  };
}

export function withoutEditor(review: Review, why: string): Review {
  return { ...review, gaps: [...review.gaps, `the editor's text was not used: ${why}`] };
}

const MAX_REASONS = 3;

/**
 * Checks an editor's text against the record: ids, numbers, percentages, places, reviewers, severities and the
 * verdict. Returns one sentence for each contradiction; a text with any of them must not be used. A number must be one
 * that the record gives for what it counts; any other must occur in the record beside the same word.
 */
export function checkEdited({ summary, retro }: Edited, report: Report): string[] {
  const { reviewers } = report.review;
  const record = recordText(report);
  const textAbout = (reviewer: ReviewerId | undefined): string =>
    reviewer === undefined
      ? panelText(report)
      : (report.retro.find((column) => column.reviewer.id === reviewer)?.said ?? "");
  const facts = { figures: figuresOf(report), reviewers, record: withoutIds(withoutPlaces(record)), textAbout };
  const passages = [
    ...[summary, retro.overall ?? ""]
      .flatMap((text) => text.split(/\n[ \t]*\n/))
      .map((text) => ({ text, about: undefined })),
    ...retro.paragraphs.map(({ reviewer, text }) => ({ text, about: reviewer })),
  ];
  const faults = passages.flatMap(({ text, about }) => {
    const passage = checkedPassage(text, reviewers, about);
    const rest = { ...passage, text: withoutIds(withoutPlaces(passage.text)) };
    return [
      ...checkIds(passage.text, report),
      ...checkPlaces(passage.text, report),
      ...checkBesideIds(passage.text, report),
      ...checkPanelAndVerdict(passage.text, report, record),
      ...checkNumbers(rest, facts),
    ];
  });
  return [...new Set(faults)];
}
