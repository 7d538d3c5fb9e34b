import { readFindingLine } from "#grammar/finding-line.ts";
import { isBlank, scanFences, trimBlankLines } from "#grammar/lines.ts";
import type { ListedReviewer } from "#grammar/report/reviewer-names.ts";
import type { ReviewerId } from "#model/ids.ts";
import type { ReviewerRun } from "#model/panel/reviewer.ts";
import type { ReportPanel } from "./panel.ts";
import type { Appendix } from "./read-appendix.ts";
import type { ReadCluster } from "./read-clusters.ts";
import type { ReadRetro } from "./read-retro.ts";

/** One run for each raw review in the appendix, and one for each other reviewer. */
export function readRuns(source: {
  readonly panel: ReportPanel;
  readonly appendix: Appendix;
  readonly retro: ReadRetro;
  readonly listed: readonly ListedReviewer[];
  readonly clusters: readonly ReadCluster[];
}): ReviewerRun[] {
  const { panel, appendix, retro } = source;
  return panel.reviewers.flatMap(({ id }) => {
    const passes = new Map<number, RawText>();
    for (const entry of appendix.entries) {
      if (panel.find(entry.title) !== id || passes.has(entry.pass)) continue;
      const raw = readRawText(entry.lines, entry.status);
      // A heading with nothing below it is the same as no heading.
      if (raw.text !== undefined || raw.message !== undefined) passes.set(entry.pass, raw);
    }
    if (!passes.has(1)) passes.set(1, absentText(id, source));
    return [...passes]
      .sort(([one], [other]) => one - other)
      .map(([pass, raw]): ReviewerRun => {
        const duration = pass === 1 ? retro.durations.get(id) : undefined;
        const calls = pass === 1 ? retro.toolCalls.get(id) : undefined;
        return {
          reviewer: id,
          pass,
          outcome: raw.outcome,
          message: raw.message,
          durationSeconds: duration,
          toolCalls: calls,
          text: raw.text,
          textStatus: raw.textStatus,
        };
      });
  });
}

/** The known facts of a run whose raw review is not in the report. */
function absentText(id: ReviewerId, source: Parameters<typeof readRuns>[0]): RawText {
  const listed = source.listed.find(({ title }) => source.panel.find(title) === id);
  const isFailure =
    listed?.struck === true ||
    source.retro.failed.has(id) ||
    /fail|429|capacity|time ?out|killed/i.test(listed?.note ?? "");
  const message = listed?.note === undefined ? {} : { message: listed.note };
  if (isFailure) return { outcome: "failed", textStatus: "absent", ...message };
  const isCredited = source.clusters.some(({ credits }) => credits.some(({ reviewer }) => reviewer === id));
  const isTimed = source.retro.durations.has(id);
  return { outcome: isCredited || isTimed ? "completed" : "unknown", textStatus: "absent", ...message };
}

/** The appendix entry of one run. `text` is the raw review without its fence. */
type RawText = Pick<ReviewerRun, "outcome" | "textStatus" | "text" | "message">;

/** Unwraps a raw review, and distinguishes a review from a note that replaces it. */
function readRawText(lines: readonly string[], status: string | undefined): RawText {
  const { text, message } = unwrap(trimRules(lines));
  const stated = statedStatus(status);
  if (message !== undefined)
    return {
      outcome: stated ?? "completed",
      textStatus: text !== "" ? statusOfText(status) : isPointer(message) ? "pointer" : "absent",
      message,
      ...(text === "" ? {} : { text }),
    };
  if (text === "") return { outcome: stated ?? "unknown", textStatus: "absent" };
  if (isPointer(text)) return { outcome: stated ?? "completed", textStatus: "pointer", message: text };
  if (isOmission(text)) return { outcome: stated ?? "completed", textStatus: "absent", message: text };
  if (isFailure(text)) return { outcome: "failed", textStatus: "absent", message: text };
  return { outcome: stated ?? "completed", textStatus: isAbridged(text) ? "abridged" : statusOfText(status), text };
}

function statedStatus(status: string | undefined): ReviewerRun["outcome"] | undefined {
  return status === "failed" || status === "unknown" ? status : undefined;
}

function statusOfText(status: string | undefined): "abridged" | "verbatim" {
  return status === "abridged" ? "abridged" : "verbatim";
}

function unwrap(lines: readonly string[]): { text: string; message?: string } {
  const message = unfence(lines, 4);
  if (message !== undefined && /\bmessage\b/.test(message.info)) {
    const text = unfence(trimRules(message.rest), 4)?.inside ?? message.rest;
    return { message: message.inside.join("\n"), text: trimBlankLines(text).join("\n") };
  }
  if (message !== undefined && message.rest.every(isBlank)) return { text: trimBlankLines(message.inside).join("\n") };
  return { text: trimBlankLines(unindent(unquote(unfenceWhole(undetail(lines))))).join("\n") };
}

/** A leading fence of at least `length` characters: its content and what follows. */
function unfence(
  lines: readonly string[],
  length: number,
): { info: string; inside: string[]; rest: string[] } | undefined {
  const open = /^(`{3,})([^`]*)$/.exec(lines[0] ?? "");
  const mark = open?.[1];
  if (mark === undefined || mark.length < length) return undefined;
  const end = lines.findIndex((line, at) => at > 0 && isMark(line.trimEnd(), mark.length));
  if (end < 0) return undefined;
  return { info: open?.[2]?.trim() ?? "", inside: lines.slice(1, end), rest: lines.slice(end + 1) };
}

const isMark = (line: string, length: number): boolean => line.length >= length && line === "`".repeat(line.length);

/** A review that is entirely in one fence although it contains fences itself: remove only the outer two lines. */
function unfenceWhole(lines: readonly string[]): readonly string[] {
  const open = /^```(?:markdown|md|text|txt)?$/i.test(lines[0] ?? "");
  if (!open || lines.length < 2 || lines.at(-1) !== "```") return lines;
  const inside = lines.slice(1, -1);
  const last = scanFences(inside).at(-1);
  const isBalanced = last === undefined || !last.inFence || last.fence?.open === false;
  return isBalanced ? inside : lines;
}

function undetail(lines: readonly string[]): readonly string[] {
  const open = lines.findIndex((line) => /^<details\b[^>]*>/.test(line.trim()));
  const close = lines.findLastIndex((line) => line.trim() === "</details>");
  if (open < 0 || close !== lines.length - 1 || lines.slice(0, open).filter((line) => !isBlank(line)).length > 2)
    return lines;
  const inside = lines
    .slice(open + 1, close)
    .filter((line, at) => at > 2 || !/^<summary>.*<\/summary>$/.test(line.trim()));
  return trimBlankLines([...lines.slice(0, open), ...inside]);
}

function unindent(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => !isBlank(line));
  return filled.length > 0 && filled.every((line) => line.startsWith("    "))
    ? lines.map((line) => line.slice(4))
    : lines;
}

function unquote(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => !isBlank(line));
  return filled.length > 0 && filled.every((line) => line.startsWith(">"))
    ? lines.map((line) => line.replace(/^> ?/, ""))
    : lines;
}

function trimRules(lines: readonly string[]): string[] {
  const trimmed = trimBlankLines(lines);
  while (trimmed.length > 0 && (/^-{3,}$/.test(trimmed.at(-1) ?? "") || isBlank(trimmed.at(-1)))) trimmed.pop();
  return trimmed;
}

/** A note is short and contains no finding. */
function isNote(text: string, most: number): boolean {
  const lines = text.split("\n");
  return text.length < 6000 && lines.filter((line) => !isBlank(line)).length <= most && !lines.some(isFinding);
}

function isFinding(line: string): boolean {
  const finding = readFindingLine(line);
  return (
    finding !== undefined &&
    (finding.marker.letter !== undefined || finding.marker.severity !== undefined) &&
    finding.locations.length > 0
  );
}

function isPointer(text: string): boolean {
  if (!isNote(text, 30)) return false;
  return /(?:\bsee\b|\bfull (?:text|review|output)|\breproduced\b|\bsaved\b)[^\n]{0,300}(?:\/tmp\/|\/var\/|[\w-]+-pass-\d+\.md|\btemporary file)/i.test(
    text,
  );
}

function isOmission(text: string): boolean {
  return isNote(text, 4) && /\b(?:omitted|not (?:included|reproduced|repeated)|left out)\b/i.test(text);
}

const FAILURE =
  /\b(?:fail(?:ed|ure|s)?|empty output|no (?:output|review|text)|never (?:produced|finished)|did not (?:finish|complete|produce|run)|timed? ?out|429|killed|crashed|exit(?:ed)? (?:code )?\d+|unavailable|aborted)\b/i;

function isFailure(text: string): boolean {
  return isNote(text, 14) && text.split("\n").every((line) => !/^#{1,9} /.test(line)) && FAILURE.test(text);
}

function isAbridged(text: string): boolean {
  const lines = text.split("\n").filter((line) => !isBlank(line));
  return [...lines.slice(0, 2), ...lines.slice(-2)].some(
    (line) =>
      line.length < 400 && /\babridged\b|\bcondensed (?:here|below|for)\b|\btruncated (?:here|for)\b/i.test(line),
  );
}
