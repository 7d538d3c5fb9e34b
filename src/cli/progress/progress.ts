import { performance } from "node:perf_hooks";
import type { RoundEvent } from "#model/panel/round-event.ts";
import { painter } from "#util/terminal.ts";
import { printable } from "#util/printable.ts";
import { type Io, wantsColor } from "../io.ts";
import { drawPlainRow, drawRound } from "./draw.ts";
import { afterEvent, afterStop, NOTHING_YET, type RoundView } from "./rows.ts";
import { createScreen, FALLBACK_COLUMNS } from "./screen.ts";

/** Shows how a round goes. Silent where nobody watches. */
export interface Progress {
  /** Whether what was reviewed and how each reviewer ended stays on the screen. */
  readonly stays: boolean;
  show(event: RoundEvent): void;
  /** The user wants it to stop; what is in hand may take a moment. */
  stopping(): void;
  /** Leaves the last state on the screen. `stopped`: the round did not end. */
  end(stopped: boolean): void;
}

/** Progress on standard error, so that standard output holds the result alone. */
export function createProgress(io: Io, quiet: boolean): Progress {
  if (quiet) return SILENT;
  const shown = io.stderr.isTTY !== true ? SILENT : io.env["TERM"] === "dumb" ? plainProgress(io) : liveProgress(io);
  return {
    ...shown,
    show(event) {
      // Said before anything is drawn, and also where nobody watches: it names files that are worth money.
      if (event.type === "round:resume") io.stderr.write(`${describeResume(event)}\n`);
      else if (event.type === "round:known") io.stderr.write(`${describeKnown(event)}\n`);
      else shown.show(event);
    },
  };
}

const SILENT: Progress = { stays: false, show: () => {}, stopping: () => {}, end: () => {} };

function describeResume({ id, ended, cut }: Extract<RoundEvent, { readonly type: "round:resume" }>): string {
  const kept = ended.length === 0 ? "nobody had ended" : `kept: ${ended.join(", ")}`;
  const parts = cut.map(({ name, file, bytes }) => `  ${name} was cut short after ${bytes} bytes, kept as ${file}`);
  return [`Resuming ${id}; ${kept}`, ...parts].map((line) => printable(line)).join("\n");
}

function describeKnown({ id, isWhole }: Extract<RoundEvent, { readonly type: "round:known" }>): string {
  const before = `Reviewed before by the same panel: ${printable(id)}.`;
  return isWhole
    ? `${before} This is its report; --again asks the reviewers again.`
    : `${before} What it said is judged anew by what was decided since; --again asks the reviewers again.`;
}

const STOPPING = "stopping; press Ctrl-C again to end at once";

/** One line when it begins and one for each reviewer that ended: for terminals that cannot go back. */
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

/** A row for each reviewer, drawn over in place. */
function liveProgress(io: Io): Progress {
  const { stderr } = io;
  const screen = createScreen(stderr);
  const paint = painter(wantsColor(io, stderr));
  let view: RoundView = NOTHING_YET;
  let drawnAt = -Infinity;
  const draw = (lines?: number): void => {
    drawnAt = performance.now();
    // The last column stays free: some terminals break the line there.
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
      // Reviewers in this process keep the timer waiting, so their notes draw, too.
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

/** Often enough that a tenth of a second is seen to pass, seldom enough to cost nothing. */
const TICK = 100;
