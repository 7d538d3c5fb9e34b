import type { Desk } from "#adapters/desk/open-desk.ts";
import { type CopyHost, openWorkingCopy } from "#adapters/desk/working-copy.ts";
import type { Gate, GateRun } from "#model/panel/gate.ts";
import type { PrintedOutput } from "#reviewers/linter/read-tool-output.ts";

/** One run of a gate: on which side, at which desk, and in which sandbox. */
export interface GateRunRequest extends CopyHost {
  readonly gate: Gate;
  readonly side: GateRun["side"];
  readonly desk: Desk;
  readonly signal: AbortSignal;
}

/** A run of a gate, and all that it printed or wrote to its report. */
export interface FinishedGate {
  readonly run: GateRun;
  /** Undefined: nothing of it is to be read. A sentence: it cannot be read. */
  readonly printed: PrintedOutput | string | undefined;
}

/** Runs a gate once, on a new copy of its desk. Throws if it cannot be started, and if the round is stopped. */
export async function runGate({ gate, side, desk, signal, ...host }: GateRunRequest): Promise<FinishedGate> {
  const copy = await openWorkingCopy(desk, "gate", host);
  const { report, format, timeoutSeconds } = gate;
  try {
    if (report !== undefined) await copy.dropReport(report);
    const done = await copy.run(gate.command, { timeoutSeconds, signal, keepAll: format !== "none" });
    const { exitCode, ended, output, cut, seconds, all } = done;
    const written = report === undefined ? all?.text : await copy.readReport(report);
    const isGreen = exitCode === 0;
    const printed = written === undefined ? NO_REPORT : { text: written, errors: all?.errors ?? "", isGreen };
    return {
      run: { side, exitCode, ended, output, cut, seconds },
      printed: format === "none" ? undefined : printed,
    };
  } finally {
    await copy.close();
  }
}

const NO_REPORT = "it did not write its report, or one that is too large to be read";
