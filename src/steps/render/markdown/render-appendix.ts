import { writtenName } from "#grammar/report/reviewer-names.ts";
import { UNPLACED_TITLE } from "#grammar/report/own-parts.ts";
import type { Report } from "#model/report.ts";
import type { Reviewer, ReviewerRun } from "#model/panel/reviewer.ts";

/** The raw reviews, verbatim, each in a fence that its text cannot close. */
export function renderAppendix({ review }: Report): string[] {
  const entries = review.runs.flatMap((run) => {
    const reviewer = review.reviewers.find(({ id }) => id === run.reviewer);
    return reviewer === undefined ? [] : renderRun(run, reviewer);
  });
  return entries.length === 0 ? [] : ["## Appendix: Original Reviews", ...entries];
}

/** Passages of the report itself that the reader could not place. */
export function renderUnplaced({ review }: Report): string[] {
  const own = review.unplaced.filter(({ reviewer }) => reviewer === undefined);
  if (own.length === 0) return [];
  return [
    `## ${UNPLACED_TITLE}`,
    ...own.flatMap(({ line, text, why }) => [`### Line ${line}`, why, fence(text, "text")]),
  ];
}

function renderRun(run: ReviewerRun, reviewer: Reviewer): string[] {
  if (run.text === undefined && run.message === undefined) return [];
  const status =
    run.outcome === "completed" ? (run.textStatus === "abridged" ? " — abridged" : "") : ` — ${run.outcome}`;
  return [
    `### [${writtenName(reviewer)}] — Pass ${run.pass}${status}`,
    ...(run.message === undefined ? [] : [fence(run.message, "text message")]),
    ...(run.text === undefined ? [] : [fence(run.text, "markdown")]),
  ];
}

/** A fence longer than any run of backticks in the text. */
function fence(text: string, info: string): string {
  let longest = 3;
  for (const [run] of text.matchAll(/`{4,}/g)) longest = Math.max(longest, run.length);
  const mark = "`".repeat(longest + 1);
  return `${mark}${info}\n${text}\n${mark}`;
}
