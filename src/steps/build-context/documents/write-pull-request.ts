import { hasMarker, isOwnPost } from "#grammar/marker.ts";
import { formatLocation, type Location } from "#model/location.ts";
import type {
  LinkedIssue,
  PullCheck,
  PullComment,
  PullRequest,
  PullReview,
  PullThread,
} from "#model/pull/pull-request.ts";
import { printable } from "#util/printable.ts";
import { inlineCode, type Document, fencedBlocks } from "./document.ts";
import { plural } from "#util/words.ts";
import type { Change } from "#model/change/change.ts";

/**
 * The conversation of a pull request: its description, the issues that it closes, open threads first, and the checks
 * of its head. Posts of this program under any account are left out, except threads with an answer.
 */
export function pullRequestDocument(pull: PullRequest): Document {
  const threads = pull.threads.filter(({ comments }) => comments.some((comment) => !hasMarker(comment)));
  const blocks = [
    describe(pull),
    ...(pull.body.trim() === "" ? [] : shown("## Description", pull.body)),
    ...pull.issues.flatMap(issueBlocks),
    ...checkBlocks(pull.checks),
    ...threads.filter(isOpen).flatMap(threadBlocks),
    ...pull.reviews.filter((review) => !hasMarker(review)).flatMap(reviewBlocks),
    ...pull.comments.filter((one) => !hasMarker(one)).flatMap((comment) => commentBlocks("## Comment", comment)),
    ...threads.filter((thread) => !isOpen(thread)).flatMap(threadBlocks),
  ];
  return {
    name: "pull-request",
    about: "What people wrote in the pull request under review.",
    unit: "parts",
    blocks,
    aside: pull.limits.map((limit) => `pull-request.md: ${limit}`),
  };
}

const isOpen = ({ isResolved }: PullThread): boolean => isResolved !== true;

function describe({ title, author, isDraft, labels, base, head }: PullRequest): string {
  return [
    `Title: ${inlineCode(title)}`,
    `Author: ${inlineCode(author.login)}`,
    `From ${inlineCode(head.branch)} into ${inlineCode(base.branch)}${isDraft ? "; a draft" : ""}`,
    ...(labels.length === 0 ? [] : [`Labels: ${labels.map(inlineCode).join(", ")}`]),
  ].join("\n\n");
}

function issueBlocks({ name, title, state, url, body }: LinkedIssue): string[] {
  const head = [
    `## Issue ${inlineCode(name)}, ${state}`,
    `Title: ${inlineCode(title)}`,
    `Link: ${inlineCode(url)}`,
  ].join("\n\n");
  return body.trim() === "" ? [head] : shown(head, body);
}

function checkBlocks(checks: readonly PullCheck[]): string[] {
  if (checks.length === 0) return [];
  const bad = checks.filter(({ state }) => !PASSED.includes(state));
  const rest = checks.length - bad.length;
  const lines = bad.map(({ name, workflow, state, text }) => {
    const called = workflow === undefined ? name : `${workflow} / ${name}`;
    return `- ${inlineCode(called)}: ${state}${text === undefined || text === "" ? "" : `, ${inlineCode(text)}`}`;
  });
  return [
    ["## Checks of this commit", ...lines, `- ${plural(rest, "other")}: passed, neutral or skipped`].join("\n\n"),
  ];
}

const PASSED: readonly PullCheck["state"][] = ["success", "neutral", "skipped"];

function threadBlocks(thread: PullThread): string[] {
  const { isResolved, isOutdated, comments } = thread;
  const state = isResolved === undefined ? "" : isResolved ? ", resolved" : ", not resolved";
  const head = [
    `## Thread at ${inlineCode(formatLocation(placeOf(thread)))}${thread.side === "LEFT" ? ", in the code before the change" : ""}${state}${isOutdated === true ? ", its lines changed since" : ""}`,
    ...(comments[0] === undefined ? [] : [`Link: ${inlineCode(comments[0].url)}`]),
  ].join("\n\n");
  return [head, ...comments.flatMap((comment) => commentBlocks("### Comment", comment))];
}

/** Where a thread is now; if its lines are gone, where it was. */
function placeOf({ path, line, startLine, originalLine, originalStartLine }: PullThread): Location {
  const end = line ?? originalLine;
  const start = (line === undefined ? originalStartLine : startLine) ?? end;
  return end === undefined || start === undefined ? { path } : { path, start, end };
}

function reviewBlocks({ author, state, body, url }: PullReview): string[] {
  if (body.trim() === "" && state === "commented") return [];
  const head = `## Review by ${inlineCode(author.login)}${author.isBot ? " (a program)" : ""}: ${state}\n\nLink: ${inlineCode(url)}`;
  return body.trim() === "" ? [head] : shown(head, body);
}

function commentBlocks(heading: string, comment: PullComment): string[] {
  const { author, body, url } = comment;
  const isOwn = isOwnPost(comment);
  // Somebody who copies a marker must not be mistaken for us.
  if (!isOwn && hasMarker(comment))
    return [`${heading} by an earlier review, left out here\n\nLink: ${inlineCode(url)}`];
  const who = isOwn ? "ourselves" : `${inlineCode(author.login)}${author.isBot ? " (a program)" : ""}`;
  return shown(`${heading} by ${who}\n\nLink: ${inlineCode(url)}`, body);
}

/** Makes invisible characters visible: they could carry instructions that nobody else sees. */
function shown(heading: string, text: string): string[] {
  return fencedBlocks(heading, printable(text.replaceAll("\r\n", "\n"), { keepNewlines: true }));
}

/** The commit messages, oldest first; undefined if there are none. */
export function messagesDocument({ messages, scope }: Change): Document | undefined {
  if (messages.length === 0) return undefined;
  const note = scope.commitsNote === undefined ? [] : [`Note: ${inlineCode(scope.commitsNote)}`];
  return {
    name: "messages",
    about: "Messages of the commits under review, as their author wrote them: claims to be checked against the code.",
    unit: "commit messages",
    blocks: [
      ...note,
      ...messages.flatMap(({ id, subject, body }) => {
        const text = body.trim() === "" ? subject : `${subject}\n\n${body}`;
        return fencedBlocks(`## Commit ${inlineCode(id)}`, text);
      }),
    ],
  };
}
