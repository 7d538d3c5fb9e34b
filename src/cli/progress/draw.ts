import { displayWidth, fitEnd, padEnd, type Paint, type Style } from "#util/terminal.ts";
import { printableLine } from "#util/printable.ts";
import { plural, shortDuration } from "#util/words.ts";
import type { RoundView, ReviewerRow } from "./rows.ts";

interface ProgressCanvas {
  readonly columns: number;
  /** The number of lines to use; absent: no limit. */
  readonly lines?: number;
  readonly paint: Paint;
  /** Milliseconds, on the clock of the view. */
  readonly now: number;
}

/** The view as lines that fit the canvas: the title, a row for each reviewer, the note of the round. */
export function drawRound(view: RoundView, canvas: ProgressCanvas): string[] {
  const width = Math.max(8, canvas.columns);
  const foot = view.note === "" ? [] : [`  ${printableLine(view.note)}`];
  const room = canvas.lines === undefined ? Infinity : Math.max(1, canvas.lines - 1 - foot.length);
  const shown = view.rows.length <= room ? view.rows : mostRelevant(view.rows, room - 1);
  const hidden = view.rows.filter((row) => !shown.includes(row));
  const names = Math.min(
    widest(shown.map(({ name }) => printableLine(name))),
    Math.floor(width / (width < NARROW ? 2 : 3)),
  );
  const times = widest(shown.map((row) => timeOf(row, canvas.now)));
  return [
    fitEnd(printableLine(view.title), width),
    ...shown.map((row) => drawRow(row, { ...canvas, columns: width, names, times })),
    ...(hidden.length === 0
      ? []
      : [canvas.paint(["dim"], fitEnd(`  and ${hidden.length} more: ${sum(hidden)}`, width))]),
    ...foot.map((line) => canvas.paint(["dim"], fitEnd(line, width))),
  ];
}

/** One row in plain text, for terminals that cannot redraw. */
export function drawPlainRow(row: ReviewerRow): string {
  return `  ${clean(row.name)}  ${row.state}  ${shortDuration(row.seconds ?? 0)}  ${describeRow(row)}`.trimEnd();
}

/** Prefers running reviewers, then failed, waiting and done ones. Keeps the order of the panel. */
function mostRelevant(rows: readonly ReviewerRow[], count: number): readonly ReviewerRow[] {
  const ranked = rows.toSorted((one, other) => RANK.indexOf(one.state) - RANK.indexOf(other.state));
  const chosen = new Set(ranked.slice(0, Math.max(0, count)));
  return rows.filter((row) => chosen.has(row));
}

const RANK: readonly ReviewerRow["state"][] = ["running", "failed", "stopped", "waiting", "done"];

function sum(rows: readonly ReviewerRow[]): string {
  return RANK.map((state) => ({ state, count: rows.filter((row) => row.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`)
    .join(", ");
}

interface Columns extends ProgressCanvas {
  readonly names: number;
  readonly times: number;
}

function drawRow(row: ReviewerRow, { columns, names, times, paint, now }: Columns): string {
  const start = `  ${padEnd(fitEnd(printableLine(row.name), names), names)}  `;
  const time = timeOf(row, now);
  const left = columns - displayWidth(start);
  if (columns < NARROW) {
    const state = fitEnd(row.state === "running" ? time : row.state, left);
    return fitEnd(start, columns - displayWidth(state)) + paint(STYLES[row.state], state);
  }
  const rest = `  ${time.padStart(times)}  ${describeRow(row)}`.trimEnd();
  return (
    start +
    paint(STYLES[row.state], padEnd(row.state, STATE_WIDTH)) +
    fitEnd(rest, left - STATE_WIDTH)
  ).trimEnd();
}

const STATE_WIDTH = "waiting".length;

/** A narrower line has room for a name and one word only. */
const NARROW = 44;

const STYLES: Readonly<Record<ReviewerRow["state"], readonly Style[]>> = {
  waiting: ["dim"],
  running: ["cyan"],
  done: ["green"],
  failed: ["red"],
  stopped: ["yellow"],
};

function timeOf({ seconds, since }: ReviewerRow, now: number): string {
  if (seconds !== undefined) return shortDuration(seconds);
  return since === undefined ? "" : shortDuration(Math.max(0, now - since) / 1000);
}

/** Findings first: the end of the line may be cut. */
function describeRow({ state, note, findings }: ReviewerRow): string {
  if (state === "failed") return clean(note);
  const isShown = findings !== undefined && (state === "done" || findings > 0);
  const count = isShown ? `${plural(findings, "finding")}${state === "done" ? "" : " so far"}` : "";
  return [count, clean(note)].filter((part) => part !== "").join(", ");
}

const clean = (text: string): string => printableLine(text, 1000);

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(displayWidth));
}
