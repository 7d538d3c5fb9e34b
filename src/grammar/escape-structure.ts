import { readHeading, reportPart } from "./report-headings.ts";
import { closeFences, scanLines } from "./lines.ts";

/**
 * Text that may stand below a finding line without being taken for structure: fences are closed, and a line that
 * looks like the start of a part, of a finding or of a section gets a backslash. `unescapeStructure` undoes it.
 */
export function escapeStructure(text: string): string {
  return mapProse(closeFences(text), (line) => {
    const at = markAt(line, isStructure);
    return at === undefined ? line : `${line.slice(0, at)}\\${line.slice(at)}`;
  });
}

/** What `escapeStructure` was given, but for fences. */
export function unescapeStructure(text: string): string {
  if (!text.includes("\\")) return text;
  return mapProse(text, (line) => {
    const at = markAt(line, isStructure);
    return at === undefined || line[at] !== "\\" ? line : line.slice(0, at) + line.slice(at + 1);
  });
}

function mapProse(text: string, map: (line: string) => string): string {
  return scanLines(text)
    .map((line) => (line.inFence ? line.text : map(line.text)))
    .join("\n");
}

/** Where the backslash goes: behind the letters and digits at the start, so that `I1\. **x**` still reads well. */
function markAt(line: string, isMarked: (bare: string) => boolean): number | undefined {
  const lead = /^ {0,3}[CISF]?\d{0,4}/.exec(line)?.[0].length ?? 0;
  let end = lead;
  while (line[end] === "\\") end += 1;
  return isMarked(line.slice(0, lead) + line.slice(end)) ? lead : undefined;
}

function isStructure(line: string): boolean {
  const heading = readHeading(line);
  if (heading !== undefined) return heading.level <= 2 || reportPart(heading.title).kind !== "other" || /^[CISF]?\d{1,4}\b/.test(heading.title);
  return /^ {0,3}(?:~~|\*\*|\[)*(?:[CISF]\d{1,4}\b|\d{1,4}\. {1,4}(?:~~)?\*\*|\[(?:CRITICAL|IMPORTANT|SUGGESTION)\])/.test(line);
}
