import { DECLINED_TITLE, EARLIER_COLUMNS, EARLIER_TITLE, NOTHING } from "#grammar/report/own-parts.ts";
import { writtenName } from "#grammar/report/reviewer-names.ts";
import { encodeCell, formatTable } from "#grammar/tables.ts";
import type { Commit } from "#model/change/scope.ts";
import type { Report } from "#model/report.ts";
import type { EarlierRow } from "#model/rounds/round-story.ts";
import { commitAddress } from "../web-addresses.ts";

/** What became of every earlier finding; the table and the list of declined ones are read back. */
export function renderEarlier(report: Report): string[] {
  const { story } = report;
  if (story === undefined) return [];
  const notes = [...(story.continues === undefined ? [] : [`Continues ${story.continues}.`]), ...story.notes];
  return [
    `## ${EARLIER_TITLE}`,
    oneLine(story.sentence),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${oneLine(note)}`).join("\n")]),
    ...(story.earlier.length === 0
      ? []
      : [
          formatTable(
            EARLIER_COLUMNS,
            story.earlier.map((row) => cellsOf(report, row)),
          ),
        ]),
    ...declined(story.earlier),
  ];
}

function cellsOf(report: Report, { finding, verdicts }: EarlierRow): string[] {
  const { ref, severity, title, status, text, commits = [], raisedAgain = [], decision } = finding;
  const { reviewers } = report.review;
  const said = verdicts.map((verdict) => {
    const reviewer = reviewers.find(({ id }) => id === verdict.reviewer);
    return `${reviewer === undefined ? verdict.reviewer : writtenName(reviewer)} ${verdict.text}`;
  });
  return [
    ref,
    severity ?? NOTHING,
    encodeCell(title),
    status,
    encodeCell(text),
    commits.map((commit) => commitCell(report, commit)).join("; ") || NOTHING,
    raisedAgain.join(", ") || NOTHING,
    decision ?? NOTHING,
    said.join("; ") || NOTHING,
  ];
}

function commitCell({ review }: Report, { id, subject }: Commit): string {
  const address = commitAddress(review.scope, id);
  const short = `\`${id.slice(0, 7).replaceAll("`", "")}\``;
  return `${address === undefined ? short : `[${short}](${address})`} ${subject}`.trim();
}

function declined(earlier: readonly EarlierRow[]): string[] {
  const items = earlier
    .filter(({ finding: { status } }) => status === "declined" || status === "accepted-risk")
    .map(({ finding, decision }) => {
      const title = oneLine(finding.title).replaceAll("**", "");
      const what = finding.status === "declined" ? "declined" : "declined, risk accepted";
      const when = decision === undefined ? "" : ` on ${decision.date.slice(0, 10)}`;
      const id = finding.decision === undefined ? "" : ` (${finding.decision})`;
      const who = decision?.author === undefined ? "" : ` Decided by ${decision.author}.`;
      const until = decision?.until === undefined ? "" : ` Until ${decision.until}.`;
      const why = decision?.reason ?? "no reason given";
      return `- **${finding.ref} ${title}** — ${what}${when}${id}: ${oneLine(`${why.replace(/[.\s]+$/, "")}.${who}${until}`)}`;
    });
  return items.length === 0 ? [] : [`### ${DECLINED_TITLE}`, items.join("\n")];
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
