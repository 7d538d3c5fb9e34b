import type { Reviewer } from "#model/panel/reviewer.ts";
import { reviewerTitle } from "#model/panel/reviewer.ts";

/** One entry of the header's list of reviewers. */
export interface ListedReviewer {
  readonly title: string;
  readonly effort?: string;
  readonly struck: boolean;
  /** Other words in brackets after the name: why it failed. */
  readonly note?: string;
}

/** `Claude Opus 4.7 (effort: xhigh), ~~Gemini 3.1 Pro~~ (429 capacity)`. */
export function readReviewerList(value: string): ListedReviewer[] {
  const listed: ListedReviewer[] = [];
  for (const entry of splitOutsideBrackets(value)) {
    const struck = entry.includes("~~");
    const plain = entry.replaceAll(/~~|\*\*|`/g, "").trim();
    const open = plain.indexOf("(");
    const title = (open < 0 ? plain : plain.slice(0, open)).trim();
    const inside =
      open < 0
        ? ""
        : plain
            .slice(open + 1)
            .replace(/\)\s*$/, "")
            .trim();
    const effort = /^effort:?\s*([^,;]+)/i.exec(inside)?.[1]?.trim();
    const note = effort === undefined ? inside : inside.replace(/^effort:?\s*[^,;]+[,;]?\s*/i, "");
    if (title === "" || /^none\b/i.test(title)) continue;
    listed.push({ title, effort, struck, ...(note === "" ? {} : { note }) });
  }
  return listed;
}

/** A reviewer's name in Markdown: its title, or its id if the title has characters that would be misread. */
export function writtenName(reviewer: Reviewer): string {
  const title = reviewerTitle(reviewer);
  return /^[\p{Lu}\d][\p{L}\p{N}.+:'-]*(?: [\p{L}\p{N}.+:'-]+)*$/u.test(title) &&
    !/--|\bpass[ -]?\d|^none\b/i.test(title)
    ? title
    : reviewer.id;
}

/** The header's list of reviewers. Inverse of `readReviewerList`. */
export function formatReviewerList(reviewers: readonly Reviewer[]): string {
  return reviewers
    .map(
      (reviewer) => `${writtenName(reviewer)}${reviewer.effort === undefined ? "" : ` (effort: ${reviewer.effort})`}`,
    )
    .join(", ");
}

/** A name with a remark: `Claude Opus 4.7 (as S5)` or `Claude Opus 4.7, verified`. */
export function readCredit(text: string): { title: string; note?: string } {
  const match = /^([^(,]*)[(,](.*)$/s.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return { title: text.trim() };
  const note = match[2].trim().replace(/^\(/, "").replace(/\)$/, "").trim();
  return { title: match[1].trim(), ...(note === "" ? {} : { note }) };
}

function splitOutsideBrackets(value: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < value.length; at += 1) {
    const char = value[at];
    if (char === "(") depth += 1;
    else if (char === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0 && (char === "," || char === ";")) {
      parts.push(value.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, value.slice(from)];
}
