import { performance } from "node:perf_hooks";
import type { RoundEvent } from "#model/panel/round-event.ts";
import { painter } from "#util/terminal.ts";
import { printable } from "#util/printable.ts";
import { type Io, wantsColor } from "../io.ts";
import { drawPlainRow, drawRound } from "./draw.ts";
import { afterEvent, afterStop, NOTHING_YET, type RoundView } from "./rows.ts";
import { createScreen, FALLBACK_COLUMNS } from "./screen.ts";

/** Shows how a round goes. Silent if standard error is not a terminal. */
export interface Progress {
  /** Whether the title and the final rows stay on the screen. */
  readonly stays: boolean;
  show(event: RoundEvent): void;
  /** The user asked to stop; the current work may take a moment to end. */
  stopping(): void;
  /** Leaves the last state on the screen. `stopped`: the round did not finish. */
  end(stopped: boolean): void;
}

/** Progress on standard error, so that standard output has only the result. */
export function createProgress(io: Io, quiet: boolean): Progress {
  if (quiet) return SILENT;
  const shown = io.stderr.isTTY !== true ? SILENT : io.env["TERM"] === "dumb" ? plainProgress(io) : liveProgress(io);
  return {
    ...shown,
    show(event) {
      // Printed before anything is drawn, and also without a terminal: it names files that cost money.
      if (event.type === "round:resume") io.stderr.write(`${describeResume(event)}\n`);
      else if (event.type === "round:known") io.stderr.write(`${describeKnown(event)}\n`);
      else shown.show(event);
    },
  };
}

const SILENT: Progress = { stays: false, show: () => {}, stopping: () => {}, end: () => {} };

function describeResume({ id, ended, cut }: Extract<RoundEvent, { readonly type: "round:resume" }>): string {
  const kept = ended.length === 0 ? "no reviewer had finished" : `kept: ${ended.join(", ")}`;
  const parts = cut.map(({ name, file, bytes }) => `  ${name} was cut short after ${bytes} bytes, kept as ${file}`);
  return [`Resuming ${id}; ${kept}`, ...parts].map((line) => printable(line)).join("\n");
}

function describeKnown({ id, isWhole }: Extract<RoundEvent, { readonly type: "round:known" }>): string {
  const before = `Reviewed before by the same panel: ${printable(id)}.`;
  return isWhole
    ? `${before} This is its report; --again asks the reviewers again.`
    : `${before} Applying your new decisions to its findings; --again asks the reviewers again.`;
}

const STOPPING = "stopping; press Ctrl-C again to end at once";

/** One line at the start and one for each reviewer that ended, for terminals that cannot redraw. */
function plainProgress(io: Io): Progress {
  let view = NOTHING_YET;
  return {
    stays: true,
    show(event) {
      view = afterEvent(view, event, performance.now());
      if (event.type === "scope") io.stderr.write(`${printable(view.title)}\n`);
      if (event.type !== "reviewer:end") return;
      for (const row of view.rows) if (row.id === event.reviewer) io.stderr.write(`${drawPlainRow(row)}\n`);
    },
    stopping: () => io.stderr.write(`  ${STOPPING}\n`),
    end: () => {
      if (view !== NOTHING_YET) io.stderr.write("\n");
    },
  };
}

/** A row for each reviewer, redrawn in place. */
function liveProgress(io: Io): Progress {
  const { stderr } = io;
  const screen = createScreen(stderr);
  const paint = painter(wantsColor(io, stderr));
  let view: RoundView = NOTHING_YET;
  let drawnAt = -Infinity;
  const draw = (lines?: number): void => {
    drawnAt = performance.now();
    // Some terminals break the line in the last column.
    const columns = (stderr.columns ?? FALLBACK_COLUMNS) - 1;
    screen.draw(drawRound(view, { columns, paint, now: drawnAt, lines }));
  };
  const redraw = (): void => {
    if (view !== NOTHING_YET) draw(Math.max(2, (stderr.rows ?? 24) - 1));
  };
  const timer = setInterval(redraw, TICK);
  timer.unref();
  return {
    stays: true,
    show(event) {
      view = afterEvent(view, event, performance.now());
      // Reviewers in this process block the timer, so their notes redraw, too.
      if (event.type !== "reviewer:note" || performance.now() - drawnAt >= TICK) redraw();
    },
    stopping() {
      view = { ...view, note: STOPPING };
      redraw();
    },
    end(stopped) {
      clearInterval(timer);
      if (view === NOTHING_YET) return;
      view = stopped ? afterStop(view) : { ...view, note: "" };
      draw();
      stderr.write("\n");
    },
  };
}

/** Milliseconds between two drawings. */
const TICK = 100;
