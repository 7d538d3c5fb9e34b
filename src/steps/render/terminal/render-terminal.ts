import { formatLocation } from "#model/location.ts";
import { auditWords } from "#model/panel/run-claim.ts";
import { isShown, rungWords } from "#model/panel/evidence-ladder.ts";
import { describeAccount, describePanel, describeStates } from "#model/describe-counts.ts";
import { describePullState } from "#model/pull/pull-state.ts";
import { FIX_APPLIES, STATED_RUN, type Report, type ReportFinding } from "#model/report.ts";
import { SEVERITIES, type Severity } from "#model/severity.ts";
import type { VerdictKind } from "#model/verdict.ts";
import { capLines, listSome, plural } from "#util/words.ts";
import { printableLine } from "#util/printable.ts";
import { displayWidth, fitEnd, fitStart, padEnd, painter, type Style } from "#util/terminal.ts";
import { breakAddresses, INDENT, joinBlocks, SEVERITY_STYLES, type TerminalPage, widest, wrap } from "./layout.ts";
import { renderHistory } from "./render-history.ts";
import {
  conversationLines,
  gapLines,
  gateLines,
  probeLines,
  originLines,
  type PanelLine,
  panelLines,
  pullStateLines,
  readingLines,
  roundLines,
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
 * The summary of a report for a terminal, in the order of the page: what was reviewed, the verdict and what decides it, the
 * kept findings, what became of earlier ones, who failed and what is missing. Text of the report is untrusted: nothing in it
 * can move the cursor, and no line is wider than `width`.
 */
export function renderTerminal(report: Report, { width, color, isContinued = false }: TerminalOptions): string {
  const page: TerminalPage = { width: Math.max(MIN_WIDTH, width), paint: painter(color) };
  const blocks = [
    ...(isContinued ? [] : [header(report, page)]),
    verdict(report, page),
    ...findings(report, page),
    renderHistory(report, page),
    paragraphs([...gateLines(report), ...probeLines(report)], page),
    paragraphs(roundLines(report), page),
    conversation([...(isContinued ? pullStateLines(report) : []), ...conversationLines(report)], page),
    panel(report, { ...page, isContinued }),
    gaps(report, page),
  ];
  return joinBlocks(blocks);
}

const MIN_WIDTH = 30;
const SHOWN_GAPS = 8;
const HEADER_LINES = 3;
/** Enough for the trend in a narrow window, where the newest round comes last. */
const PARAGRAPH_LINES = 12;

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
  return wrap(printableLine(`Review of ${subject}${extent}${at}`), width, HEADER_LINES).map((line) =>
    paint(["bold"], line),
  );
}

/** Who completed, unless the progress display has just shown it, who failed and why, and incidents. */
function panel(
  report: Report,
  { width, paint, isContinued }: TerminalPage & { readonly isContinued: boolean },
): string[] {
  const lines = panelLines(report).filter(({ kind }) => kind !== "completed" || !isContinued);
  return lines.flatMap(({ kind, text }) =>
    wrap(printableLine(text), width - INDENT.length).map((line) => INDENT + paint(PANEL_STYLES[kind], line)),
  );
}

const PANEL_STYLES: Readonly<Record<PanelLine["kind"], readonly Style[]>> = {
  completed: ["dim"],
  failed: ["red"],
  usage: ["dim"],
  incident: ["yellow"],
};

function paragraphs(texts: readonly string[], { width }: TerminalPage): string[] {
  return texts
    .flatMap((text) => wrap(clean(text), width - INDENT.length, PARAGRAPH_LINES))
    .map((line) => INDENT + line);
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
  const [title = "", ...titleRest] = wrapTitle(row, room);
  return [
    start + title,
    ...titleRest.map((text) => indent + text),
    ...placeLines.filter((text) => text !== "").map((text) => indent + paint(["dim"], text)),
    ...below,
  ];
}

function titleOf({ what, mark }: Pick<Cells, "what" | "mark">, width: number): string {
  return fitEnd(what, width - mark.length) + mark;
}

/** The title on one line, or on two where it needs them. */
function wrapTitle({ what, mark }: Cells, width: number): string[] {
  const lines = wrap(what + mark, width, Infinity);
  const [first = ""] = lines;
  if (lines.length <= 2) return lines;
  return [first, titleOf({ what: what.slice(first.length).trimStart(), mark }, width)];
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
      finding.evidence.brief.filter((text) => text !== FIX_APPLIES && !text.startsWith(STATED_RUN)).join("; "),
    ]
      .map(clean)
      .filter((text) => text !== ""),
  };
}

function markOf({ contested, silenced, evidence, runClaims }: ReportFinding): string {
  const proven = evidence.level === "confirmed" || isShown(evidence) ? [rungWords(evidence)] : [];
  const marks = [
    ...(silenced === undefined ? [] : ["silenced by this change"]),
    ...(contested === undefined ? [] : ["contested"]),
    ...proven,
    ...(evidence.unproven === undefined ? [] : ["unproven"]),
    ...new Set(runClaims.map((claim) => `run ${auditWords(claim)}`)),
    ...evidence.brief.filter((text) => text === FIX_APPLIES),
  ];
  return marks.length === 0 ? "" : ` (${marks.join(", ")})`;
}

function verdict(report: Report, { width, paint }: TerminalPage): string[] {
  const { phrase, kind, rationale, rule } = report.verdict;
  const { counts } = report;
  const reason = rationale ?? (rule.differs ? undefined : rule.because);
  const colon = kind === "checks-only" ? " —" : ":";
  const sentence = printableLine(reason === undefined ? phrase : `${phrase}${colon} ${reason}`);
  const account = [
    describeAccount(counts),
    describeStates(counts),
    counts.remarks === 0 ? "" : `${plural(counts.remarks, "remark")} besides the findings`,
    describePanel(counts),
    report.unproven ?? "",
  ]
    .filter((part) => part !== "")
    .join("; ");
  const own = rule.differs ? [`By the rule: ${rule.phrase}, as ${rule.because}`] : [];
  const texts = [sentence, ...own, account, ...readingLines(report)];
  const [first = [], ...rest] = texts.map((text) => wrap(clean(text), width - INDENT.length, PARAGRAPH_LINES));
  return [
    ...first.map((line) => paint([kind === undefined ? "bold" : VERDICT_STYLES[kind]], line)),
    ...rest.flat(),
  ].map((line) => INDENT + line);
}

const VERDICT_STYLES: Readonly<Record<VerdictKind, Style>> = {
  merge: "green",
  "merge-with-optional-fixes": "green",
  "merge-with-fixes": "yellow",
  rework: "red",
  "checks-only": "bold",
  incomplete: "red",
};

function gaps(report: Report, { width, paint }: TerminalPage): string[] {
  const missing = gapLines(report);
  if (missing.length === 0) return [];
  const room = width - INDENT.length * 3;
  const shown = capLines(missing, SHOWN_GAPS, ", see the report").flatMap((gap) => {
    const [first = "", ...rest] = wrap(breakAddresses(printableLine(gap), room), room);
    return [first, ...rest.map((line) => INDENT + line)];
  });
  return [`${INDENT}${paint(["bold"], "Gaps")}`, ...shown.map((line) => INDENT + INDENT + line)];
}

const HEADINGS: Readonly<Record<Severity, string>> = {
  critical: "Critical",
  important: "Important",
  suggestion: "Suggestions",
};

const clean = (text: string): string => printableLine(text);
