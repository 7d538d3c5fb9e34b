import { closeFences, isBlank, type ScannedLine, trimBlankLines } from "#grammar/lines.ts";

/** The lines as one Markdown passage: without blank lines and rules at both ends, fences closed. */
export function joinPassage(lines: readonly ScannedLine[]): string {
  return closeFences(trimBlankLines(trimRules(lines).map(({ text }) => text)).join("\n"));
}

/** The lines without leading and trailing blank lines and rules (`---`). */
export function trimRules(lines: readonly ScannedLine[]): readonly ScannedLine[] {
  let start = 0;
  let end = lines.length;
  while (start < end && isDecoration(lines[start])) start++;
  while (end > start && isDecoration(lines[end - 1])) end--;
  return lines.slice(start, end);
}

/** Whether a line is blank or a rule between parts. */
export function isDecoration(line: ScannedLine | undefined): boolean {
  if (line === undefined || isBlank(line.text)) return true;
  return !line.inFence && /^ {0,3}(?:-{2,}|\*{3,}|_{3,}|={2,})\s*$/.test(line.text);
}
