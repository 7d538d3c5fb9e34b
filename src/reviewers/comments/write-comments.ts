import { readBodyParts } from "#grammar/body-parts.ts";
import { readFindingLine } from "#grammar/finding-line.ts";
import { formatFindingLine } from "#grammar/format-finding-line.ts";
import { scanLines } from "#grammar/lines.ts";
import { readHeading } from "#grammar/section-heading.ts";
import type { Finding } from "#model/finding.ts";
import { findingId, type ReviewerId } from "#model/ids.ts";
import { SEVERITIES, type Severity, severityLetter } from "#model/severity.ts";
import { oneLine, plural } from "#util/words.ts";
import type { CommentReviewer, LeftOutComments, CommentPoint } from "./remark.ts";
import { type HeadLines, withSuggestedDiffs } from "./suggested-diff.ts";

/** Comments as a review: Markdown in the form that all reviewers use, and its findings. */
interface WrittenComments {
  readonly text: string;
  readonly summary: string;
  readonly findings: readonly Finding[];
}

interface CommentsInput {
  readonly reviewer: ReviewerId;
  readonly said: CommentReviewer;
  readonly head: HeadLines;
}

/** Writes somebody's comments as a review, each with a link to the comment. */
export function writeComments({ reviewer, said, head }: CommentsInput): WrittenComments {
  const summary = `${said.name} on the pull request: ${sumUp(said)}`;
  const lines: string[] = ["## Executive Summary", "", summary, "", "## Findings"];
  const findings: Finding[] = [];
  for (const severity of SEVERITIES) {
    const remarks = said.remarks.filter((remark) => remark.severity === severity);
    lines.push("", `### ${HEADINGS[severity]}`, "");
    if (remarks.length === 0) lines.push("None.");
    for (const [at, remark] of remarks.entries()) {
      const finding = findingOf(remark, { label: `${severityLetter(severity)}${at + 1}`, reviewer, head });
      const start = lines.length + 1;
      const own = { ...finding, credits: [], names: [], notes: [], isInvalid: false };
      lines.push(formatFindingLine(own), "", ...finding.body.split("\n"));
      findings.push({ ...finding, lines: { start, end: lines.length } });
      lines.push("");
    }
  }
  return { text: `${lines.join("\n")}\n`, summary, findings };
}

const HEADINGS: Readonly<Record<Severity, string>> = {
  critical: "Critical Issues",
  important: "Important Issues",
  suggestion: "Suggestions",
};

interface Named {
  readonly label: string;
  readonly reviewer: ReviewerId;
  readonly head: HeadLines;
}

function findingOf(remark: CommentPoint, { label, reviewer, head }: Named): Omit<Finding, "lines"> {
  const { title, severity, locations, places, url } = remark;
  const said = withSuggestedDiffs(remark.body, locations[0], head);
  const body = [keepInside(said), linkToComment(url)].filter((part) => part !== "").join("\n\n");
  const { quotes, repros, fix, mutations, class: origin } = readBodyParts(body);
  return {
    id: findingId(reviewer, label),
    reviewer,
    pass: 1,
    label,
    severity,
    // Titles are printed between asterisks.
    title: oneLine(title.replaceAll("**", "")),
    locations,
    places,
    class: origin,
    fix,
    body,
    quotes,
    repros,
    ...(mutations !== undefined && { mutations }),
  };
}

/** Keeps lines from starting a section or another finding of the review. */
function keepInside(text: string): string {
  return scanLines(text)
    .map(({ text: line, inFence }) => {
      if (inFence) return line;
      const heading = /^\s{0,3}#{1,9}\s+(.*)$/.exec(line)?.[1];
      const plain = heading === undefined ? line : `**${heading.replaceAll("**", "")}**`;
      const opens = readHeading(plain)?.name !== undefined || readFindingLine(plain) !== undefined;
      return opens ? `· ${plain}` : plain;
    })
    .join("\n")
    .trim();
}

function linkToComment(url: string): string {
  return /^https?:\/\/[^\s()<>]{1,2000}$/.test(url) ? `[Comment on the pull request](${url})` : "";
}

function sumUp({ remarks, left }: CommentReviewer): string {
  const raised = `${plural(remarks.length, "comment raises", "comments raise")} something.`;
  const others = describeLeftOut(left);
  return others === "" ? raised : `${raised} Left out: ${others}.`;
}

/** What was left out: `1 resolved, 2 outdated`. */
export function describeLeftOut({ resolved, outdated, noise, general, tooMany }: LeftOutComments): string {
  const parts: [number, string][] = [
    [resolved, "resolved"],
    [outdated, "outdated"],
    [noise, "without anything to act on"],
    [general, "about no line"],
    [tooMany, "above the maximum per reviewer"],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, why]) => `${count} ${why}`)
    .join(", ");
}
