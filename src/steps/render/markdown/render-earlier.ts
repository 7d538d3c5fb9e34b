import { ACCEPTED_TITLE, DECLINED_TITLE, EARLIER_COLUMNS, EARLIER_TITLE, NOTHING } from "#grammar/report/own-parts.ts";
import { encodeCell, formatTable } from "#grammar/tables.ts";
import type { Commit } from "#model/change/scope.ts";
import type { Report } from "#model/report.ts";
import type { EarlierRow } from "#model/history/report-history.ts";
import { oneLine } from "#util/words.ts";
import { commitAddress } from "../web-addresses.ts";
import { reviewerNames } from "./render-computed.ts";

/** What became of every earlier finding. The table and the lists of declined and accepted ones are read back. */
export function renderEarlier(report: Report): string[] {
  const { history } = report;
  if (history === undefined) return [];
  const notes = [...(history.continues === undefined ? [] : [`Continues ${history.continues}.`]), ...history.notes];
  return [
    `## ${EARLIER_TITLE}`,
    oneLine(history.sentence),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${oneLine(note)}`).join("\n")]),
    ...(history.earlier.length === 0
      ? []
      : [
          formatTable(
            EARLIER_COLUMNS,
            history.earlier.map((row) => cellsOf(report, row)),
          ),
        ]),
    ...listOf(history.earlier, "declined", DECLINED_TITLE),
    ...listOf(history.earlier, "accepted-risk", ACCEPTED_TITLE),
  ];
}

function cellsOf(report: Report, { finding, verdicts }: EarlierRow): string[] {
  const { ref, severity, title, status, text, commits = [], raisedAgain = [], decision } = finding;
  const nameOf = reviewerNames(report.review);
  const opinions = verdicts.map((verdict) => `${nameOf(verdict.reviewer)} ${verdict.text}`);
  return [
    ref,
    severity ?? NOTHING,
    encodeCell(title),
    status.replaceAll("-", " "),
    encodeCell(text),
    commits.map((commit) => commitCell(report, commit)).join("; ") || NOTHING,
    raisedAgain.join(", ") || NOTHING,
    decision ?? NOTHING,
    opinions.join("; ") || NOTHING,
  ];
}

function commitCell({ review }: Report, { id, subject }: Commit): string {
  const address = commitAddress(review.scope, id);
  const short = `\`${id.slice(0, 7).replaceAll("`", "")}\``;
  return `${address === undefined ? short : `[${short}](${address})`} ${subject}`.trim();
}

function listOf(earlier: readonly EarlierRow[], kind: "declined" | "accepted-risk", heading: string): string[] {
  const items = earlier
    .filter(({ finding: { status } }) => status === kind)
    .map(({ finding, decision }) => {
      const title = oneLine(finding.title).replaceAll("**", "");
      const what = kind === "declined" ? "declined" : "accepted";
      const when = decision === undefined ? "" : ` on ${decision.date.slice(0, 10)}`;
      const id = finding.decision === undefined ? "" : ` (${finding.decision})`;
      const who = decision?.author === undefined ? "" : ` Decided by ${decision.author}.`;
      const until = decision?.until === undefined ? "" : ` Until ${decision.until}.`;
      const why = decision?.reason ?? "no reason given";
      return `- **${finding.ref} ${title}** — ${what}${when}${id}: ${oneLine(`${why.replace(/[.\s]+$/, "")}.${who}${until}`)}`;
    });
  return items.length === 0 ? [] : [`### ${heading}`, items.join("\n")];
}
