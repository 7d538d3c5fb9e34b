import { type DeskSides, openSides } from "#adapters/desk/open-sides.ts";
import type { Gate, GateResult, GateRun } from "#model/panel/gate.ts";
import type { Isolation } from "#model/panel/reviewer.ts";
import { isRed, judgeGate } from "#steps/judge-gates/judge-gate.ts";
import { messageOf } from "#util/errors.ts";
import { type CommandHost, readyDesk } from "./command-host.ts";
import { type FinishedGate, runGate } from "./run-gate.ts";

/** What gates need to run. */
export interface GateHost extends CommandHost {
  /** Whether the user said in words that gates run even without a sandbox. */
  readonly mayLackSandbox?: boolean;
  /** Reads what linters among the gates print. Absent: nothing is read. */
  readonly outputs?: GateOutputs;
}

/** What a gate printed on a side, or why that is not known. */
type Printed = FinishedGate["printed"];

/** Takes what gates print. */
export interface GateOutputs {
  /** Returns whether it must be known what the base says. */
  takeHead(gate: Gate, printed: Printed): Promise<boolean>;
  /** Returns why it is not known, or not wholly, what the base says: a clause. */
  takeBase(gate: Gate, printed: Printed): Promise<string | undefined>;
}

/**
 * Runs each gate once at the head. One that fails there runs again, and then at the base. Without a sandbox nothing is run
 * unless the user said so, and each result tells. Throws only if the round is stopped.
 */
export async function runGates(gates: readonly Gate[], host: GateHost): Promise<GateResult[]> {
  const { desk, head, base, signal, sandbox } = host;
  if (sandbox.level === "none" && host.mayLackSandbox !== true)
    return gates.map((gate) => couldNotRun(gate, sandbox.says));
  const desks = openSides({ ...desk, reviewer: "gates", head, base, signal });
  const isolation: Isolation =
    sandbox.level === "none" ? { level: "process", note: sandbox.says } : { level: sandbox.level };
  try {
    const results: GateResult[] = [];
    for (const gate of gates) results.push(await tryGate(gate, { host, desks }));
    return results.map((result) => (result.runs.length === 0 ? result : { ...result, isolation }));
  } finally {
    await desks.close();
  }
}

const couldNotRun = ({ name, command }: Gate, why: string): GateResult => ({
  name,
  command,
  state: "could-not-run",
  why,
  runs: [],
});

interface GateTrial {
  readonly host: GateHost;
  readonly desks: DeskSides;
}

async function tryGate(gate: Gate, { host, desks }: GateTrial): Promise<GateResult> {
  const runs: GateRun[] = [];
  const run = async (side: GateRun["side"]): Promise<FinishedGate> => {
    host.progress(`running ${gate.name} at the ${side}`);
    const { sandbox, path, hidden, signal } = host;
    const done = await runGate({ gate, side, desk: await readyDesk(desks, side), sandbox, path, hidden, signal });
    runs.push(done.run);
    return done;
  };
  try {
    const first = await run("head");
    const last = isRed(first.run) ? await run("head") : first;
    const head = last === first ? [first.run] : [first.run, last.run];
    const isRedTwice = head.length === 2 && head.every(isRed);
    const hasEnded = isRedTwice || judgeGate({ head }).state !== "could-not-run";
    const wantsBase = hasEnded && (await host.outputs?.takeHead(gate, last.printed)) === true;
    const base = isRedTwice || wantsBase ? await runAtBase(host, run) : undefined;
    const unknown = wantsBase
      ? await host.outputs?.takeBase(gate, typeof base === "object" ? printedBy(base) : base)
      : undefined;
    const compared = compareWith(base, unknown);
    const judged = judgeGate({ head, base: isRedTwice ? compared : undefined });
    return { name: gate.name, command: gate.command, ...judged, runs };
  } catch (error) {
    host.signal.throwIfAborted();
    return { ...couldNotRun(gate, messageOf(error)), runs };
  }
}

/** A linter that fails at the base with what cannot be read may have crashed there: nobody knows that it was red before. */
function compareWith(
  base: FinishedGate | string | undefined,
  unknown: string | undefined,
): GateRun | string | undefined {
  if (typeof base !== "object") return base;
  return unknown === undefined || !isRed(base.run) ? base.run : `what it says at the base is not known: ${unknown}`;
}

/** What a run that did not end by itself printed is a part, whatever it looks like. */
const printedBy = ({ run, printed }: FinishedGate): Printed =>
  run.exitCode === undefined ? `at the base it was ${run.ended}` : printed;

async function runAtBase(
  { base, signal }: GateHost,
  run: (side: "base") => Promise<FinishedGate>,
): Promise<FinishedGate | string> {
  if (base === undefined) return "there is no commit before the change to compare with";
  try {
    return await run("base");
  } catch (error) {
    signal.throwIfAborted();
    return `at the base it could not run: ${messageOf(error)}`;
  }
}
