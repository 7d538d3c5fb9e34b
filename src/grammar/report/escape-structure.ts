import { readFindingLine } from "../finding-line.ts";
import { closeFences, scanLines } from "../lines.ts";
import { readReportHeading, reportPart } from "./report-headings.ts";

/**
 * Prose that is safe in a section: open fences are closed, and a heading that looks like a part of the report gets a
 * backslash. `unescapeProse` undoes it.
 */
export function escapeProse(text: string): string {
  return mapProse(closeFences(text), (line) => addMark(line, opensPart));
}

/** Undoes `escapeProse`, except for closed fences. */
export function unescapeProse(text: string): string {
  return text.includes("\\") ? mapProse(text, (line) => dropMark(line, opensPart)) : text;
}

/** Like `escapeProse`, for the text below a finding line: also escapes lines that look like the next finding. */
export function escapeBody(text: string): string {
  return mapProse(closeFences(text), (line) => addMark(line, isFindingOrPart));
}

/** Undoes `escapeBody`, except for closed fences. */
export function unescapeBody(text: string): string {
  return text.includes("\\") ? mapProse(text, (line) => dropMark(line, isFindingOrPart)) : text;
}

function mapProse(text: string, map: (line: string) => string): string {
  return scanLines(text)
    .map((line) => (line.inFence ? line.text : map(line.text)))
    .join("\n");
}

function addMark(line: string, isMarked: (bare: string) => boolean): string {
  const { at, bare } = withoutMarks(line);
  return isMarked(bare) ? `${line.slice(0, at)}\\${line.slice(at)}` : line;
}

function dropMark(line: string, isMarked: (bare: string) => boolean): string {
  const { at, bare } = withoutMarks(line);
  return line[at] === "\\" && isMarked(bare) ? line.slice(0, at) + line.slice(at + 1) : line;
}

/** The backslash goes after the leading letters and digits, so that `I1\. **x**` still reads well. */
function withoutMarks(line: string): { at: number; bare: string } {
  const at = /^ {0,3}[CISF]?\d{0,4}/.exec(line)?.[0].length ?? 0;
  let end = at;
  while (line[end] === "\\") end += 1;
  return { at, bare: end === at ? line : line.slice(0, at) + line.slice(end) };
}

function opensPart(line: string): boolean {
  const heading = readReportHeading(line);
  return heading !== undefined && (heading.level <= 2 || reportPart(heading.title).kind !== "other");
}

function isFindingOrPart(line: string): boolean {
  if (opensPart(line) || /^ {0,3}#{2,5} +F?\d{1,3}\. /.test(line)) return true;
  return /^(?:#|~|\*|\[|[CIS]\d)/.test(line) && readFindingLine(line)?.marker.letter !== undefined;
}
