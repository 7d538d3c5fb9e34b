import { isBlank, scanFences, type ScannedLine, splitLines } from "#grammar/lines.ts";
import { RULING_COLUMNS } from "#grammar/report/own-parts.ts";
import { formatTable } from "#grammar/tables.ts";
import { type ReportHeading, readReportHeading, reportPart, type ReportPart } from "#grammar/report/report-headings.ts";

/** A part of a report: its heading and the lines below it, up to the next part. */
export interface ReportBlock {
  readonly part: ReportPart;
  readonly title: string;
  /** Line number of the heading. */
  readonly line: number;
  readonly lines: readonly ScannedLine[];
}

/** A report split at its headings. Nothing is parsed yet, no line is lost. */
export interface ReportParts {
  readonly title: string | undefined;
  /** The text before the first part: the metadata table. */
  readonly preamble: readonly ScannedLine[];
  readonly blocks: readonly ReportBlock[];
  /** The lines below the appendix heading. Their headings belong to the raw reviews. */
  readonly appendix: readonly ScannedLine[] | undefined;
}

/** Splits a report into its parts. The appendix goes first: raw reviews have headings of their own. */
export function splitReport(text: string): ReportParts {
  const lines = scanReport(splitLines(text));
  const first = lines.findIndex((line) => !line.inFence && readReportHeading(line.text) !== undefined);
  const titled = first >= 0 && reportPart(headingOf(lines[first])?.title ?? "").kind === "other";
  const start = titled ? first + 1 : 0;
  const end = lines.findIndex((line, index) => index >= start && isAppendix(line));
  const body = lines.slice(start, end < 0 ? lines.length : end);
  const before = lines.slice(0, titled ? first : 0);
  const { preamble, blocks } = cut(body);
  return {
    title: titled ? headingOf(lines[first])?.title : undefined,
    preamble: [...before, ...preamble],
    blocks,
    appendix: end < 0 ? undefined : lines.slice(end + 1),
  };
}

function cut(lines: readonly ScannedLine[]): Pick<ReportParts, "preamble" | "blocks"> {
  const preamble: ScannedLine[] = [];
  const blocks: (ReportBlock & { readonly level: number; readonly lines: ScannedLine[] })[] = [];
  for (const line of lines) {
    const heading = line.inFence ? undefined : readReportHeading(line.text);
    const current = blocks.at(-1);
    if (heading !== undefined && opensPart(heading, current)) {
      const part = reportPart(heading.title);
      blocks.push({ part, title: heading.title, line: line.number, level: heading.level, lines: [] });
    } else if (current === undefined) preamble.push(line);
    else current.lines.push(line);
  }
  return { preamble, blocks };
}

/** Parts whose own sub-headings may have the names of other parts. */
const CLOSED: ReadonlySet<ReportPart["kind"]> = new Set([
  "retro",
  "process",
  "resolution",
  "ledger",
  "panel",
  "derived",
  "unplaced",
]);

function opensPart(heading: ReportHeading, current: { part: ReportPart; level: number } | undefined): boolean {
  const { kind } = reportPart(heading.title);
  if (current !== undefined && CLOSED.has(current.part.kind)) return heading.level <= Math.max(2, current.level);
  if (kind === "other" || CLOSED.has(kind)) return heading.level <= 2 || (kind !== "other" && heading.level === 3);
  return heading.level <= 4;
}

function isAppendix(line: ScannedLine): boolean {
  const heading = line.inFence ? undefined : headingOf(line);
  return heading !== undefined && heading.level <= 3 && reportPart(heading.title).kind === "appendix";
}

function headingOf(line: ScannedLine | undefined): ReportHeading | undefined {
  return line === undefined ? undefined : readReportHeading(line.text);
}

/** A report that we rendered has all its fences closed, so they can be trusted. */
function scanReport(lines: readonly string[]): ScannedLine[] {
  const strict = scanFences(lines);
  const head = formatTable(RULING_COLUMNS, []).split("\n")[0];
  const isOurs = strict.some(({ text, inFence }) => !inFence && text === head) && strict.at(-1)?.inFence === false;
  return isOurs ? strict : scanRobustly(lines);
}

const MAX_REPAIRS = 30;

/**
 * Fences as Markdown defines them, except unclosed ones. A known heading inside an unclosed fence ends it. A fence
 * counts as unclosed if another fence opens after that heading, if the text ends, or if the report's only retro or
 * appendix would be code.
 */
function scanRobustly(lines: readonly string[]): ScannedLine[] {
  const done: ScannedLine[] = [];
  let rest = lines;
  for (let repairs = 0; repairs <= MAX_REPAIRS; repairs += 1) {
    const scanned = scanFences(rest);
    const at = repairs < MAX_REPAIRS ? strayHeading(scanned) : undefined;
    const base = done.length;
    for (const line of scanned.slice(0, at)) done.push({ ...line, number: base + line.number });
    if (at === undefined) break;
    rest = rest.slice(at);
  }
  return done;
}

/**
 * The first known heading inside a fence that cannot be code. A closed fence of four characters may contain anything.
 */
function strayHeading(lines: readonly ScannedLine[]): number | undefined {
  const outside = new Set(lines.flatMap(({ text, inFence }) => (inFence ? [] : [knownPart(text)])));
  let candidate: number | undefined;
  let isLong = false;
  for (const [index, { text, inFence, fence }] of lines.entries()) {
    if (fence?.open === true) isLong = /^\s*(?:`{4}|~{4})/.test(text);
    if (!inFence || fence !== undefined) {
      candidate = undefined;
      continue;
    }
    const part = knownPart(text);
    if (part !== undefined) candidate ??= index;
    const isOnly = (part === "retro" || part === "appendix") && !outside.has(part);
    const opensAnother = candidate !== undefined && /^ {0,3}```+[ \t]*[A-Za-z]/.test(text);
    if (!isLong && (isOnly || opensAnother)) return candidate;
  }
  return candidate;
}

function knownPart(text: string): ReportPart["kind"] | undefined {
  const heading = text.includes("#") ? readReportHeading(text) : undefined;
  if (heading === undefined || heading.level > 4) return undefined;
  const { kind } = reportPart(heading.title);
  return kind === "other" ? undefined : kind;
}

/** The text of lines without blank lines and rules at both ends. */
export function blockText(lines: readonly ScannedLine[]): string {
  let start = 0;
  let end = lines.length;
  while (start < end && isBlankOrRule(lines[start])) start += 1;
  while (end > start && isBlankOrRule(lines[end - 1])) end -= 1;
  return lines
    .slice(start, end)
    .map(({ text }) => text)
    .join("\n");
}

/** True of a blank line or a rule outside code. */
export function isBlankOrRule(line: ScannedLine | undefined): boolean {
  if (line === undefined || (line.inFence && !isBlank(line.text))) return line === undefined;
  return isBlank(line.text) || /^ {0,3}(?:-{3,}|\*{3,}|_{3,})[ \t]*$/.test(line.text);
}
