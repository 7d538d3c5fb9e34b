import { formatLocation } from "#model/location.ts";
import { describePullState } from "#model/pull/pull-state.ts";
import type { Report, ReportFinding } from "#model/report.ts";
import { reviewerTitle } from "#model/panel/reviewer.ts";
import { SEVERITIES, type Severity } from "#model/severity.ts";
import { capLines, listSome, plural } from "#util/words.ts";
import { printable, printableLine } from "#util/printable.ts";
import { displayWidth, fitEnd, fitStart, padEnd, painter, type Style } from "#util/terminal.ts";
import { breakAddresses, INDENT, joinBlocks, SEVERITY_STYLES, type TerminalPage, widest, wrap } from "./layout.ts";
import { renderHistory } from "./render-history.ts";
import {
  conversationLines,
  describeReviewer,
  originLines,
  pullStateLines,
  readingLines,
  roundLines,
  workLines,
} from "./report-lines.ts";

/** How wide a terminal summary may be, and whether it is coloured. */
export interface TerminalOptions {
  /** Columns of the terminal. */
  readonly width: number;
  readonly color: boolean;
  /** The progress display has already shown what was reviewed and how each reviewer ended. */
  readonly isContinued?: boolean;
}

/**
 * The summary of a report for a terminal: what was reviewed, how each reviewer ended, the kept findings, the verdict and
 * the gaps. Text of the report is untrusted: nothing in it can move the cursor, and no line is wider than `width`.
 */
export function renderTerminal(report: Report, { width, color, isContinued = false }: TerminalOptions): string {
  const page: TerminalPage = { width: Math.max(MIN_WIDTH, width), paint: painter(color) };
  const blocks = [
    ...(isContinued ? [] : [header(report, page), reviewers(report, page)]),
    work(report, page),
    renderHistory(report, page),
    ...findings(report, page),
    conversation([...(isContinued ? pullStateLines(report) : []), ...conversationLines(report)], page),
    verdict(report, page),
    gaps(report, page),
  ];
  return joinBlocks(blocks);
}

const MIN_WIDTH = 30;
const SHOWN_GAPS = 8;
/** Enough for the trend in a narrow window, where the newest round comes last. */
const VERDICT_LINES = 12;

function header({ review }: Report, { width, paint }: TerminalPage): string[] {
  const { pullRequest, branch, commits, files, head, repository } = review.scope;
  const subject =
    pullRequest === undefined
      ? (review.scope.covers ?? branch ?? review.title)
      : `${repository?.name ?? ""}#${pullRequest.number} ${pullRequest.title ?? branch ?? ""}`.trim();
  const state = review.conversation === undefined ? undefined : describePullState(review.conversation);
  const size = [
    ...(commits.length > 0 && !/\bcommits?\b/.test(subject) ? [plural(commits.length, "commit")] : []),
    ...(files.length > 0 ? [plural(files.length, "file")] : []),
    ...(review.round.number === undefined ? [] : [`round ${review.round.number}`]),
    ...(state === undefined ? [] : [state]),
  ];
  const extent = size.length > 0 ? ` (${size.join(", ")})` : "";
  const at = head === undefined || subject.includes(head.slice(0, 7)) ? "" : ` @ ${head.slice(0, 7)}`;
  const tail = printable(`${extent}${at}`);
  const line = fitEnd(`Review of ${printableLine(subject)}`, Math.max(MIN_WIDTH, width - displayWidth(tail)));
  return [paint(["bold"], fitEnd(line, width)) + fitEnd(tail, Math.max(0, width - displayWidth(line)))];
}

function reviewers({ retro }: Report, { width, paint }: TerminalPage): string[] {
  const rows = retro.map((column) => ({ name: clean(reviewerTitle(column.reviewer)), ...describeReviewer(column) }));
  const nameWidth = Math.min(widest(rows.map(({ name }) => name)), Math.floor(width / 3));
  const timeWidth = widest(rows.map(({ time }) => time));
  return rows.map(({ name, state, time, text }) => {
    const start = `${INDENT}${padEnd(fitEnd(name, nameWidth), nameWidth)}  `;
    const left = width - displayWidth(start) - STATE_WIDTH - timeWidth - 4;
    const colored = paint(state === "failed" ? ["red"] : ["dim"], padEnd(state, STATE_WIDTH));
    return `${start}${colored}  ${time.padStart(timeWidth)}  ${fitEnd(clean(text), left)}`.trimEnd();
  });
}

const STATE_WIDTH = "unknown".length;

/** How the agents worked, and their incidents. */
function work(report: Report, { width, paint }: TerminalPage): string[] {
  return workLines(report).flatMap(({ text, isIncident }) => {
    const indent = isIncident ? INDENT + INDENT : INDENT;
    const lines = wrap(printableLine(text), width - indent.length);
    return lines.map((line) => indent + paint(isIncident ? ["yellow"] : ["dim"], line));
  });
}

/** What else is open in the pull request. */
function conversation(texts: readonly string[], { width, paint }: TerminalPage): string[] {
  return texts.flatMap((text) => {
    const lines = wrap(clean(text), width - INDENT.length).slice(0, CONVERSATION_LINES);
    return lines.map((line) => INDENT + paint(["yellow"], line));
  });
}

const CONVERSATION_LINES = 4;

/** One block for each severity; all blocks share their columns. */
function findings({ kept }: Report, page: TerminalPage): string[][] {
  const shown = kept.filter(({ foldedInto }) => foldedInto === undefined);
  const layout = layoutOf(shown.map(cellsOf), page.width);
  return SEVERITIES.map((severity) => {
    const rows = shown.filter((finding) => finding.severity === severity).map(cellsOf);
    if (rows.length === 0) return [];
    const heading = page.paint([...SEVERITY_STYLES[severity], "bold"], HEADINGS[severity]);
    return [
      INDENT + heading,
      ...rows.flatMap((row) => line(row, SEVERITY_STYLES[severity], { ...page, ...layout })),
      ...folds(
        kept.filter((finding) => finding.severity === severity),
        { ...page, ...layout },
      ),
    ];
  });
}

/** How many more findings a check has, and where the first of them are. */
function folds(findings: readonly ReportFinding[], { ids, room, paint }: TerminalPage & Layout): string[] {
  const checks = new Set(findings.flatMap(({ foldedInto }) => foldedInto ?? []));
  return [...checks].flatMap((check) => {
    const own = findings.filter(({ foldedInto }) => foldedInto === check);
    const places = listSome(
      own.flatMap(({ locations: [first] }) => (first === undefined ? [] : formatLocation(first))),
    );
    const lines = wrap(printableLine(`and ${own.length} more of ${check}, in the report: ${places}`), room);
    return lines.map((text) => " ".repeat(INDENT.length + ids + 2) + paint(["dim"], text));
  });
}

interface Layout {
  readonly ids: number;
  readonly room: number;
  readonly what: number;
  readonly where: number;
  readonly who: number;
  /** Place and reviewers go below the title. */
  readonly isStacked: boolean;
}

function layoutOf(rows: readonly Cells[], width: number): Layout {
  const ids = widest(rows.map(({ id }) => id));
  const room = width - INDENT.length - ids - 2;
  const where = Math.min(widest(rows.map((row) => row.where)), Math.floor(room * 0.4));
  const who = Math.min(widest(rows.map((row) => row.who)), Math.floor(room * 0.25));
  const left = room - where - who - 4;
  const titles = widest(rows.map((row) => row.what + row.mark));
  return { ids, room, where, who, what: Math.min(titles, left), isStacked: left < Math.min(titles, ENOUGH) };
}

/** With less room for titles, place and reviewers go below them. */
const ENOUGH = 60;

function line(row: Cells, styles: readonly Style[], page: TerminalPage & Layout): string[] {
  const { paint, ids, room, what, where, who } = page;
  const indent = " ".repeat(INDENT.length + ids + 2);
  // Wrapped, not cut: the end of the sentence has the reason.
  const below = row.below.flatMap((text) => wrap(text, room)).map((text) => indent + paint(["dim"], text));
  const start = `${INDENT}${paint(styles, padEnd(row.id, ids))}  `;
  if (!page.isStacked) {
    const place = paint(["dim"], padEnd(fitStart(row.where, where), where));
    return [`${start}${padEnd(titleOf(row, what), what)}  ${place}  ${fitEnd(row.who, who)}`.trimEnd(), ...below];
  }
  const both = [row.where, row.who].filter((text) => text !== "").join("   ");
  const placeLines = displayWidth(both) <= room ? [both] : [fitStart(row.where, room), fitEnd(row.who, room)];
  return [
    start + titleOf(row, room),
    ...placeLines.filter((text) => text !== "").map((text) => indent + paint(["dim"], text)),
    ...below,
  ];
}

function titleOf({ what, mark }: Cells, width: number): string {
  return fitEnd(what, width - mark.length) + mark;
}

interface Cells {
  readonly id: string;
  readonly what: string;
  /** Follows the title and is never cut. */
  readonly mark: string;
  readonly where: string;
  readonly who: string;
  /** Where it comes from, and what the check of its evidence showed. */
  readonly below: readonly string[];
}

function cellsOf(finding: ReportFinding): Cells {
  const [first] = finding.locations;
  const others = finding.locations.length + finding.places.length - 1;
  const where = first === undefined ? (finding.places[0] ?? "") : formatLocation(first);
  const who = finding.voices.map(({ reviewer }) => reviewer.id).join(", ");
  return {
    id: finding.id,
    what: printableLine(finding.title),
    mark: markOf(finding),
    where: clean(where) + (others > 0 ? ` +${others}` : ""),
    who: clean(who),
    below: [
      ...originLines(finding),
      ...(finding.silenced === undefined ? [] : [`silenced ${finding.silenced}`]),
      finding.evidence.brief.join("; "),
    ]
      .map(clean)
      .filter((text) => text !== ""),
  };
}

function markOf({ contested, silenced, evidence: { level } }: ReportFinding): string {
  const proven = level === "confirmed" || level === "demonstrated" ? [level] : [];
  const marks = [
    ...(silenced === undefined ? [] : ["silenced by this change"]),
    ...(contested === undefined ? [] : ["contested"]),
    ...proven,
  ];
  return marks.length === 0 ? "" : ` (${marks.join(", ")})`;
}

function verdict(report: Report, { width, paint }: TerminalPage): string[] {
  const { phrase, kind, rationale, rule } = report.verdict;
  const { counts } = report;
  const reason = rationale ?? (rule.differs ? undefined : rule.because);
  const sentence = printableLine(reason === undefined ? phrase : `${phrase}: ${reason}`);
  const { kept, routed, dropped, raised, reviewers, remarks, commenters } = counts;
  const bySeverity = SEVERITIES.filter((severity) => kept[severity] > 0).map(
    (severity) => `${kept[severity]} ${severity}${severity === "suggestion" && kept[severity] > 1 ? "s" : ""}`,
  );
  const account =
    `${kept.all} kept${bySeverity.length > 0 ? ` (${bySeverity.join(", ")})` : ""}; ` +
    `of ${plural(raised, "raw finding")} ${routed} routed, ${dropped} dropped; ` +
    `${remarks === 0 ? "" : `${plural(remarks, "remark")} besides the findings; `}` +
    `${reviewers.completed} of ${plural(reviewers.all, "reviewer")} completed` +
    `${commenters === 0 ? "" : `, ${plural(commenters, "commenter")} considered`}`;
  const own = rule.differs ? [`By the rule: ${rule.phrase}, as ${rule.because}`] : [];
  const color = kind === "rework" || kind === "incomplete" ? "red" : kind === "merge-with-fixes" ? "yellow" : "green";
  const texts = [sentence, ...own, account, ...readingLines(report), ...roundLines(report)];
  const [first = [], ...rest] = texts.map((text) => wrap(clean(text), width - INDENT.length, VERDICT_LINES));
  return [...first.map((line) => paint([color], line)), ...rest.flat()].map((line) => INDENT + line);
}

function gaps({ review }: Report, { width, paint }: TerminalPage): string[] {
  if (review.gaps.length === 0) return [];
  const room = width - INDENT.length * 3;
  const shown = capLines(review.gaps, SHOWN_GAPS, ", see the report").flatMap((gap) => {
    const [first = "", ...rest] = wrap(breakAddresses(printableLine(gap), room), room);
    return [first, ...rest.map((line) => INDENT + line)];
  });
  return [`${INDENT}${paint(["bold"], "Missing")}`, ...shown.map((line) => INDENT + INDENT + line)];
}

const HEADINGS: Readonly<Record<Severity, string>> = {
  critical: "Critical",
  important: "Important",
  suggestion: "Suggestions",
};

const clean = (text: string): string => printableLine(text);
