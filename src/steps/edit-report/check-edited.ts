import type { ReviewerId } from "#model/ids.ts";
import type { Report } from "#model/report.ts";
import { checkBesideIds, checkIds, checkPanelAndVerdict, withoutIds } from "./check/check-names.ts";
import { checkNumbers } from "./check/check-numbers.ts";
import { checkPlaces, withoutPlaces } from "./check/check-places.ts";
import { checkedPassage } from "./check/passage.ts";
import { figuresOf } from "./figures.ts";
import type { Edited } from "./read-edited.ts";
import { panelText, recordText } from "./write-brief.ts";

/**
 * Checks an editor's text against the record: ids, numbers, percentages, places, reviewers, severities and the
 * verdict. Returns one sentence for each contradiction; a text with any of them must not be used. A number must be one
 * that the record gives for what it counts; any other must occur in the record beside the same word.
 */
export function checkEdited({ summary, retro }: Edited, report: Report): string[] {
  const { reviewers } = report.review;
  const record = recordText(report);
  const saidOf = (reviewer: ReviewerId | undefined): string =>
    reviewer === undefined
      ? panelText(report)
      : (report.retro.find((column) => column.reviewer.id === reviewer)?.said ?? "");
  const facts = { figures: figuresOf(report), reviewers, record: withoutIds(withoutPlaces(record)), saidOf };
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
