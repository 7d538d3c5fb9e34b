import { type DeskSides, openSides } from "#adapters/desk/open-sides.ts";
import type { Gate, GateResult, GateRun } from "#model/panel/gate.ts";
import type { Isolation } from "#model/panel/reviewer.ts";
import { isRed, judgeGate } from "#steps/judge-gates/judge-gate.ts";
import { messageOf } from "#util/errors.ts";
import { type CommandHost, readyDesk } from "./command-host.ts";
import { runGate } from "./run-gate.ts";

/**
 * Runs each gate once at the head. One that fails there runs again, and then at the base. Without a sandbox nothing is run,
 * and each result says so. Throws only if the round is stopped.
 */
export async function runGates(gates: readonly Gate[], host: CommandHost): Promise<GateResult[]> {
  const { desk, head, base, signal, sandbox } = host;
  if (sandbox.level === "none") return gates.map((gate) => couldNotRun(gate, sandbox.says));
  const desks = openSides({ ...desk, reviewer: "gates", head, base, signal });
  const isolation: Isolation = { level: sandbox.level };
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
  readonly host: CommandHost;
  readonly desks: DeskSides;
}

async function tryGate(gate: Gate, { host, desks }: GateTrial): Promise<GateResult> {
  const runs: GateRun[] = [];
  const run = async (side: GateRun["side"]): Promise<GateRun> => {
    host.progress(`running ${gate.name} at the ${side}`);
    const { sandbox, path, hidden, signal } = host;
    const done = await runGate({ gate, side, desk: await readyDesk(desks, side), sandbox, path, hidden, signal });
    runs.push(done);
    return done;
  };
  try {
    const first = await run("head");
    const head = isRed(first) ? [first, await run("head")] : [first];
    const base = head.length === 2 && head.every(isRed) ? await runAtBase(host, run) : undefined;
    return { name: gate.name, command: gate.command, ...judgeGate({ head, base }), runs };
  } catch (error) {
    host.signal.throwIfAborted();
    return { ...couldNotRun(gate, messageOf(error)), runs };
  }
}

async function runAtBase(
  { base, signal }: CommandHost,
  run: (side: "base") => Promise<GateRun>,
): Promise<GateRun | string> {
  if (base === undefined) return "there is no commit before the change to compare with";
  try {
    return await run("base");
  } catch (error) {
    signal.throwIfAborted();
    return `at the base it could not run: ${messageOf(error)}`;
  }
}
