import type { StandingDecision } from "#model/history/standing-decision.ts";
import { SEVERITIES, type Severity } from "#model/severity.ts";
import { displayWidth, fitEnd, fitStart, padEnd, type Paint, type Style } from "#util/terminal.ts";
import { printable, printableLine } from "#util/printable.ts";
import { plural } from "#util/words.ts";
import { currentRow, plannedFor, shownRows, targets, type TriageRow, type TriageState, unsaved } from "./state.ts";

/** What a checklist is drawn on. */
interface TriageCanvas {
  readonly columns: number;
  readonly rows: number;
  readonly paint: Paint;
  /** The review's id. */
  readonly title: string;
  /** The lines of the finding at the cursor in full; empty unless it is shown. */
  readonly text: readonly string[];
}

/** The checklist as lines that fit the canvas. */
export function drawTriage(state: TriageState, canvas: TriageCanvas): string[] {
  // The last column stays free: some terminals break the line there.
  const screen = { ...canvas, columns: Math.max(10, canvas.columns - 1), rows: Math.max(4, canvas.rows) };
  const head = screen.paint(["bold"], fitEnd(headOf(state, screen), screen.columns));
  const foot = footOf(state, screen);
  const room = screen.rows - 1 - foot.length;
  const { mode } = state;
  const body =
    mode.kind === "finding"
      ? windowOf(screen.text, mode.scroll, room).map((line) => fitEnd(printable(line), screen.columns))
      : mode.kind === "help"
        ? windowOf(HELP, mode.scroll, room).map((line) => fitEnd(line, screen.columns))
        : listOf(state, screen, room);
  return [head, ...padTo(body, room), ...foot].slice(0, screen.rows);
}

function headOf(state: TriageState, { title }: TriageCanvas): string {
  const { rows } = state;
  const decided = rows.filter((row) => (plannedFor(state, row) ?? row.decision) !== undefined).length;
  const open = unsaved(state);
  return `${clean(title)}: ${plural(rows.length, "finding")}, ${decided} decided${open === 0 ? "" : `, ${open} not saved`}`;
}

/** The lines below the list: the finding at the cursor, a question or note, and the keys. */
function footOf(state: TriageState, screen: TriageCanvas): string[] {
  const { columns, rows, paint } = screen;
  const fit = (text: string): string => fitEnd(text, columns);
  const details = rows < ROOMY ? [] : detailsOf(state).map((line) => fit(line));
  return [
    ...(details.length === 0 ? [] : [paint(["dim"], "─".repeat(columns))]),
    ...details,
    lineOf(state, screen),
    paint(["dim"], fit(keysOf(state))),
  ];
}

/** With fewer lines, the details give way to the list. */
const ROOMY = 14;

const DETAILS = 3;

function detailsOf(state: TriageState): string[] {
  const { mode, reasons } = state;
  if (mode.kind === "finding" || mode.kind === "help") return [];
  if (mode.kind === "reason") {
    const from = Math.max(0, mode.offered - DETAILS + 1);
    const lines = reasons
      .slice(from, from + DETAILS)
      .map((reason, at) => `${from + at === mode.offered ? "> " : "  "}${clean(reason)}`);
    return padTo(lines.length === 0 ? ["  no recent reasons yet"] : lines, DETAILS);
  }
  const row = currentRow(state);
  if (row === undefined) return padTo([], DETAILS);
  return padTo([`${row.id}  ${clean(row.title)}`, `    ${clean(row.place)}`, `    ${statusOf(state, row)}`], DETAILS);
}

function statusOf(state: TriageState, row: TriageRow): string {
  const planned = plannedFor(state, row);
  if (planned !== undefined) return `${describeKind(planned.kind)}, not saved yet${because(planned.reason)}`;
  const { decision } = row;
  if (decision === undefined) return "open";
  const until = decision.until === undefined ? "" : ` until ${decision.until}`;
  return `${describeKind(decision.kind)}${until} on ${decision.date.slice(0, 10)}${because(decision.reason)}`;
}

const because = (reason: string | undefined): string => (reason === undefined ? "" : `: ${clean(reason)}`);

/** The line above the keys: a question with the answer so far, or what the last key did. */
function lineOf(state: TriageState, { columns, paint }: TriageCanvas): string {
  const { mode, note, filter } = state;
  if (mode.kind === "filter") return ask("show only: ", mode.text, columns);
  if (mode.kind === "reason" && note === "") {
    const verb = mode.of === "declined" ? "decline" : "accept the risk of";
    return ask(`${verb} ${nameTargets(state)} because: `, mode.text, columns);
  }
  if (mode.kind === "leaving") {
    const count = unsaved(state);
    const what = plural(count, "decision is not saved", "decisions are not saved");
    return paint(["bold"], fitEnd(`${what}. s: save and quit, q: quit without saving, other keys: stay`, columns));
  }
  const shown = filter === "" ? "" : `showing ${shownRows(state).length} with "${clean(filter)}"; Escape shows all`;
  return fitEnd(note === "" ? shown : clean(note), columns);
}

function nameTargets(state: TriageState): string {
  const ids = targets(state).map(({ id }) => id);
  return ids.length <= 3 ? ids.join(", ") : `${ids.length} findings`;
}

/** A long answer is cut at its start, since its end is being typed. */
function ask(question: string, answer: string, columns: number): string {
  const start = fitEnd(question, Math.max(4, columns - 12));
  // Not trimmed: a blank at the end was just typed.
  const shown = printable(answer.slice(0, 2000).replaceAll(/\s+/g, " "));
  return `${start}${fitStart(shown, columns - displayWidth(start) - 1)}_`;
}

function keysOf({ mode }: TriageState): string {
  switch (mode.kind) {
    case "list":
      return "Space select  d decline  r accept  f fixed  o reopen  Enter read  s save  ? help";
    case "finding":
      return "j k scroll  d decline  r accept risk  f fixed  o reopen  Enter back";
    case "help":
      return "any other key goes back";
    case "filter":
      return "Enter keep  Escape show all";
    case "reason":
      return "Enter decide  up, down: recent reasons  Escape go back";
    case "leaving":
      return "";
  }
}

/** The rows under a heading for each severity, scrolled to the cursor. */
function listOf(state: TriageState, screen: TriageCanvas, room: number): string[] {
  const shown = shownRows(state);
  if (shown.length === 0) return ["", fitEnd("  No finding has these words. Escape shows all.", screen.columns)];
  const current = shown[state.cursor];
  const columns = columnsFor(state.rows, screen.columns);
  const lines: { readonly text: string; readonly row?: TriageRow }[] = [];
  for (const severity of SEVERITIES) {
    const own = shown.filter((row) => row.severity === severity);
    if (own.length > 0)
      lines.push({ text: screen.paint(STYLES[severity], fitEnd(HEADINGS[severity], screen.columns)) });
    for (const row of own) lines.push({ text: drawRow(row, state, { ...screen, ...columns, current }), row });
  }
  const at = lines.findIndex(({ row }) => row !== undefined && row === current);
  return windowOf(
    lines.map(({ text }) => text),
    at - Math.floor(room / 2),
    room,
  );
}

const HEADINGS: Readonly<Record<Severity, string>> = {
  critical: "Critical",
  important: "Important",
  suggestion: "Suggestions",
};

const STYLES: Readonly<Record<Severity, readonly Style[]>> = {
  critical: ["red", "bold"],
  important: ["yellow", "bold"],
  suggestion: ["cyan", "bold"],
};

interface Columns {
  readonly ids: number;
  readonly titles: number;
  /** 0 if there is no room for places. */
  readonly places: number;
}

/** `> * I1  title  place  declined *`: the title gets the remaining width. */
function columnsFor(rows: readonly TriageRow[], width: number): Columns {
  const ids = Math.min(8, Math.max(...rows.map(({ id }) => displayWidth(clean(id)))));
  const widest = Math.max(...rows.map(({ place }) => displayWidth(clean(place))));
  const places = width < 60 ? 0 : Math.min(widest, Math.floor(width / 3));
  const rest = width - LEAD - ids - 2 - (places === 0 ? 0 : places + 2) - (STATUS + 2);
  return { ids, places, titles: Math.max(4, rest) };
}

const LEAD = "> * ".length;
const STATUS = "reopened *".length;

interface RowCanvas extends TriageCanvas, Columns {
  readonly current: TriageRow | undefined;
}

function drawRow(row: TriageRow, state: TriageState, { paint, columns, current, ...room }: RowCanvas): string {
  const isCurrent = row === current;
  const lead = `${isCurrent ? ">" : " "} ${state.marked.has(row.id) ? "*" : " "} `;
  const cells = [
    padEnd(fitEnd(clean(row.id), room.ids), room.ids),
    padEnd(fitEnd(clean(row.title), room.titles), room.titles),
    ...(room.places === 0 ? [] : [padEnd(fitStart(clean(row.place), room.places), room.places)]),
    shortStatus(state, row),
  ];
  const line = fitEnd(`${lead}${cells.join("  ")}`, columns).trimEnd();
  if (isCurrent) return paint(["bold"], line);
  return (plannedFor(state, row) ?? row.decision) === undefined ? line : paint(["dim"], line);
}

function shortStatus(state: TriageState, row: TriageRow): string {
  const planned = plannedFor(state, row);
  if (planned !== undefined) return `${SHORT[planned.kind]} *`;
  return row.decision === undefined ? "" : SHORT[row.decision.kind];
}

const SHORT: Readonly<Record<StandingDecision["kind"], string>> = {
  declined: "declined",
  "accepted-risk": "accepted",
  fixed: "fixed",
  reopened: "reopened",
};

function describeKind(kind: StandingDecision["kind"]): string {
  return kind === "accepted-risk" ? "risk accepted" : kind;
}

const HELP: readonly string[] = [
  "",
  "  j k, arrows, Page Up, Page Down, g G   move",
  "  Space     select; a: select all that are shown, or none",
  "  d         decline: we will not do this; asks for the reason",
  "  r         accept the risk: it is true, and it stays; asks for the reason",
  "  f         fixed: it is done",
  "  o         reopen: it counts again",
  "  Enter, v  show the finding in full",
  "  /         show only findings with these words; Escape shows all",
  "  u         undo",
  "  s         save and quit",
  "  q         quit; asks if something is not saved",
  "",
  "  A key applies to all selected findings, or else to the one at the cursor.",
  "  * after a decision: not saved yet. Nothing is written before you press s.",
];

/** The lines that fit from `from` on, not beyond the end. */
function windowOf(lines: readonly string[], from: number, room: number): string[] {
  const start = Math.max(0, Math.min(from, lines.length - room));
  return lines.slice(start, start + room);
}

function padTo(lines: readonly string[], count: number): string[] {
  return [...lines, ...Array.from({ length: Math.max(0, count - lines.length) }, () => "")].slice(0, count);
}

const clean = (text: string): string => printableLine(text);
