import type { Desk } from "#adapters/desk/open-desk.ts";
import { type CopyHost, openWorkingCopy } from "#adapters/desk/working-copy.ts";
import type { Gate, GateRun } from "#model/panel/gate.ts";

/** One run of a gate: on which side, at which desk, and in which sandbox. */
export interface GateRunRequest extends CopyHost {
  readonly gate: Gate;
  readonly side: GateRun["side"];
  readonly desk: Desk;
  readonly signal: AbortSignal;
}

/** Runs a gate once, on a new copy of its desk. Throws if it cannot be started, and if the round is stopped. */
export async function runGate({ gate, side, desk, signal, ...host }: GateRunRequest): Promise<GateRun> {
  const copy = await openWorkingCopy(desk, "gate", host);
  try {
    const { exitCode, ended, output, cut, seconds } = await copy.run(gate.command, {
      timeoutSeconds: gate.timeoutSeconds,
      signal,
    });
    return { side, exitCode, ended, output, cut, seconds };
  } finally {
    await copy.close();
  }
}
