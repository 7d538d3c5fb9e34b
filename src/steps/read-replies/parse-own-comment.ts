import { withoutMarker } from "#grammar/marker.ts";
import type { Location } from "#model/location.ts";
import type { PullThread } from "#model/pull/pull-request.ts";
import type { Severity } from "#model/severity.ts";
import { lookUp } from "#util/look-up.ts";

/** A problem as our own comment states it, for when the review itself is not available. */
export interface OwnComment {
  readonly severity: Severity;
  readonly title: string;
  readonly text: string;
  readonly location: Location;
  /** The commit that the comment was written on. */
  readonly head?: string;
}

/** Reads our comment back; undefined if it is not in our form. */
export function parseOwnComment(thread: PullThread): OwnComment | undefined {
  const { path, originalLine: end, originalStartLine, originalCommit: head, comments } = thread;
  const [first = "", ...rest] = withoutMarker(comments[0]?.body ?? "").split("\n");
  const [, word = "", title = ""] = HEADING.exec(first) ?? [];
  const severity = lookUp(SEVERITIES, word);
  if (severity === undefined || title === "") return undefined;
  const location = end === undefined ? { path } : { path, start: Math.min(originalStartLine ?? end, end), end };
  return { severity, title: plain(title), text: plain(rest.join("\n")).trim(), location, head };
}

const HEADING = /^\*\*(Critical|Important|Suggestion)(?: [CIS]\d{1,4})?:\*\* (.{1,1000})$/;
const SEVERITIES: Readonly<Record<string, Severity>> = {
  Critical: "critical",
  Important: "important",
  Suggestion: "suggestion",
};

/** Without the characters that were inserted to keep the text inert. */
function plain(text: string): string {
  return text.replaceAll("\u200b", "").replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
}
