import { formatDuration } from "#grammar/durations.ts";
import {
  formatAuthor,
  formatBranch,
  formatCommits,
  formatPullRequest,
  formatRepository,
  formatRound,
  formatVerdict,
} from "#grammar/report/header-values.ts";
import { formatReviewerList } from "#grammar/report/reviewer-names.ts";
import { formatTable } from "#grammar/tables.ts";
import type { Report } from "#model/report.ts";
import { flatten } from "./render-computed.ts";

/** The heading and the metadata table. Fields of `review.header` are printed verbatim. */
export function renderReportHeader(report: Report): string {
  const { review } = report;
  const kept = new Map(review.header.map(({ key, value }) => [key.toLowerCase(), value]));
  const rows: string[][] = [];
  for (const [key, value] of fieldsOf(report)) {
    const written = kept.get(key.toLowerCase());
    kept.delete(key.toLowerCase());
    if (written !== undefined || (value !== undefined && value !== ""))
      rows.push([`**${key}**`, written ?? value ?? ""]);
  }
  for (const { key, value } of review.header) if (kept.has(key.toLowerCase())) rows.push([`**${key}**`, value]);
  const heading = review.kind === "architecture" ? "Architecture Review" : "Deep Review";
  const title = `# ${heading}: ${flatten(review.title)}`;
  return rows.length === 0 ? title : `${title}\n\n${formatTable(["", ""], rows)}`;
}

function fieldsOf({ review, verdict, source }: Report): [string, string | undefined][] {
  const { scope, round } = review;
  const { phrase, rationale } = verdict;
  return [
    ["Date", round.date],
    ["Repo", scope.repository && formatRepository(scope.repository)],
    ["Round", formatRound(round)],
    ["Author", scope.author && formatAuthor(scope.author)],
    ["PR", scope.pullRequest && formatPullRequest(scope.pullRequest)],
    ["Branch", scope.branch === undefined ? undefined : formatBranch(scope.branch)],
    ["Covers", scope.covers],
    ["Commits", formatCommits(scope)],
    ["Review SHA", scope.head === undefined ? undefined : `\`${scope.head}\``],
    ["Merge base", scope.base === undefined ? undefined : `\`${scope.base}\``],
    ["Reviewers", formatReviewerList(review.reviewers)],
    ["Verdict", source.statesVerdict ? formatVerdict({ phrase, rationale }) : undefined],
    [
      "Wall-clock time",
      round.wallClockSeconds === undefined ? undefined : `\`${formatDuration(round.wallClockSeconds)}\``,
    ],
  ];
}
