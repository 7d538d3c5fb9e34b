import { readReportHeading, reportPart } from "#grammar/report/report-headings.ts";
import { isBlank, scanFences, type ScannedLine } from "#grammar/lines.ts";
import { readTable } from "#grammar/tables.ts";
import { nameWords } from "./panel.ts";

/** One raw review of the appendix, still in its fence. */
export interface AppendixEntry {
  /** The words of the reviewer's name in the heading. */
  readonly title: string;
  readonly pass: number;
  /** The status of the run in the heading: `failed`, `abridged`. */
  readonly status: string | undefined;
  readonly lines: readonly string[];
}

/** The appendix split at its reviewer headings, and the resolution that may follow it. */
export interface Appendix {
  readonly entries: readonly AppendixEntry[];
  readonly preamble: readonly ScannedLine[];
  readonly resolution: readonly ScannedLine[] | undefined;
}

/**
 * Splits the appendix. Raw reviews keep their own headings, so only a heading that consists of a reviewer's name ends
 * one, and only the last `Resolution` with its table ends the appendix.
 */
export function readAppendix(lines: readonly ScannedLine[], isReviewer: (title: string) => boolean): Appendix {
  const contained = containedLines(lines);
  const end = resolutionAt(lines, contained);
  const raw = lines.slice(0, end);
  const starts = raw.flatMap((line, at) => {
    const heading = contained.has(at) ? undefined : readReviewerHeading(line.text, isReviewer);
    return heading === undefined ? [] : [{ ...heading, at }];
  });
  const level = starts[0]?.level;
  const seen = new Set<string>();
  const headings = starts.filter((start) => {
    const key = `${start.title.toLowerCase()} ${start.pass}`;
    return start.level === level && !seen.has(key) && seen.add(key);
  });
  return {
    entries: headings.map(({ title, pass, status, at }, index) => ({
      title,
      pass,
      status,
      lines: raw.slice(at + 1, headings[index + 1]?.at).map(({ text }) => text),
    })),
    preamble: raw.slice(0, headings[0]?.at ?? raw.length),
    resolution: end === undefined ? undefined : rescan(lines.slice(end + 1)),
  };
}

/** A raw review above may leave a fence open, which must not affect the resolution. */
function rescan(lines: readonly ScannedLine[]): ScannedLine[] {
  const base = (lines[0]?.number ?? 1) - 1;
  return scanFences(lines.map(({ text }) => text)).map((line) => ({ ...line, number: base + line.number }));
}

interface ReviewerHeading {
  readonly level: number;
  readonly title: string;
  readonly pass: number;
  readonly status: string | undefined;
}

/** `### [Claude] — Pass 1`, `### Claude Opus 4.6 Review`, `### [Claude] — Claude Opus 4.6`. */
function readReviewerHeading(line: string, isReviewer: (title: string) => boolean): ReviewerHeading | undefined {
  const heading = line.startsWith("#") && line.length < 200 ? readReportHeading(line) : undefined;
  if (heading === undefined || heading.level < 2 || heading.level > 4) return undefined;
  const pass = /\bpass[ -]?(\d{1,2})\b/i.exec(heading.title);
  const status = / — (failed|abridged|unknown)$/.exec(heading.title)?.[1];
  const title = nameWords(
    heading.title
      .replace(/ — (?:failed|abridged|unknown)$/, "")
      .replace(/\(?\bpass[ -]?\d{1,2}\b\)?/i, "")
      .replace(/\b(?:raw |original |full )?review$/i, ""),
  ).join(" ");
  if (!isReviewer(title) && !(pass !== null && /^\[[A-Z][^\]]*\]/.test(heading.title))) return undefined;
  return { level: heading.level, title, pass: Math.max(1, Number(pass?.[1] ?? 1)), status };
}

/** Indexes of lines inside a fence of four or more characters: they contain no structure. */
function containedLines(lines: readonly ScannedLine[]): ReadonlySet<number> {
  const inside = new Set<number>();
  for (let at = 0; at < lines.length; at += 1) {
    const mark = /^(`{4,}|~{4,})[^`]*$/.exec(lines[at]?.text ?? "")?.[1];
    if (mark === undefined) continue;
    const end = closingAt(lines, at, mark);
    if (end === undefined) continue;
    for (let index = at; index <= end; index += 1) inside.add(index);
    at = end;
  }
  return inside;
}

function closingAt(lines: readonly ScannedLine[], start: number, mark: string): number | undefined {
  const sign = mark[0] ?? "`";
  for (let at = start + 1; at < lines.length; at += 1) {
    const text = lines[at]?.text.trimEnd() ?? "";
    if (text.length >= mark.length && text === sign.repeat(text.length)) return at;
  }
  return undefined;
}

function resolutionAt(lines: readonly ScannedLine[], contained: ReadonlySet<number>): number | undefined {
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const text = lines[at]?.text ?? "";
    if (contained.has(at) || !text.startsWith("#")) continue;
    const heading = readReportHeading(text);
    if (heading !== undefined && heading.level <= 2 && reportPart(heading.title).kind === "resolution") {
      return isFollowedByTable(lines, at + 1) ? at : undefined;
    }
  }
  return undefined;
}

function isFollowedByTable(lines: readonly ScannedLine[], start: number): boolean {
  const texts = lines.slice(start, start + 40).map(({ text }) => text);
  return texts.some((text, at) => !isBlank(text) && readTable(texts, at) !== undefined);
}
