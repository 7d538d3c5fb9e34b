import { plural } from "#util/words.ts";
import { FINDING_STATES, type FindingState, type ReportCounts } from "./report.ts";
import { SEVERITIES } from "./severity.ts";

/**
 * `9 kept (2 important, 7 suggestions) from 17 raised: 5 merged, 2 moved, 1 dropped`. What was raised is kept, merged with
 * another finding, moved to another section or dropped, so that the numbers add up. Zeros are left out.
 */
export function describeAccount(counts: CountedFates): string {
  const { kept, raised, merged, moved, dropped, unlinked } = counts;
  const rest = [
    [merged, "merged"],
    [moved, "moved"],
    [dropped, "dropped"],
    [unlinked, "without a raw finding"],
  ] as const;
  const parts = rest.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`])).join(", ");
  if (raised === 0 && kept.all === 0) return parts === "" ? "nothing raised" : `nothing kept: ${parts}`;
  const list = kept.all === 0 ? "" : ` (${describeKept(counts)})`;
  const from = raised === 0 ? "" : ` from ${raised} raised`;
  return `${kept.all} kept${list}${from}${parts === "" ? "" : `: ${parts}`}`;
}

/** The counts that one sentence explains, of a report or of many. */
type CountedFates = Pick<ReportCounts, "kept" | "raised" | "merged" | "moved" | "dropped" | "unlinked">;

/** `1 critical, 2 important, 1 suggestion`, without zeros; empty where nothing is kept. */
export function describeKept({ kept }: Pick<ReportCounts, "kept">): string {
  return SEVERITIES.filter((severity) => kept[severity] > 0)
    .map((severity) => plural(kept[severity], severity, severity === "suggestion" ? "suggestions" : severity))
    .join(", ");
}

/** `4 fixed, 1 declined, 2 open`, without zeros; empty if all are open. Together these are the kept findings. */
export function describeStates({ states, kept }: Pick<ReportCounts, "states" | "kept">): string {
  if (states.open === kept.all) return "";
  return FINDING_STATES.flatMap((state) =>
    states[state] === 0 ? [] : [`${states[state]} ${STATE_WORDS[state]}`],
  ).join(", ");
}

const STATE_WORDS: Readonly<Record<FindingState, string>> = {
  fixed: "fixed",
  declined: "declined",
  "accepted-risk": "accepted as a risk",
  "not-applicable": "not applicable",
  open: "open",
};

/** `2 of 3 reviewers completed, 1 commenter considered`. */
export function describePanel({ reviewers, commenters }: Pick<ReportCounts, "reviewers" | "commenters">): string {
  const completed = `${reviewers.completed} of ${plural(reviewers.all, "reviewer")} completed`;
  return commenters === 0 ? completed : `${completed}, ${plural(commenters, "commenter")} considered`;
}
