import type { Desk, DeskRequest } from "#adapters/desk/open-desk.ts";
import { openSides } from "#adapters/desk/open-sides.ts";
import { type CopyHost, openWorkingCopy } from "#adapters/desk/working-copy.ts";
import { roleByPath } from "#change-index/facts/role.ts";
import { dialectOf } from "#util/text/lexer/dialect.ts";
import type { Finding } from "#model/finding.ts";
import type { Gate, GateRun } from "#model/panel/gate.ts";
import type { PatchTrial } from "#model/panel/patch.ts";
import { findWeakened } from "#steps/verify-findings/find-weakened.ts";
import { judgePatch, type TriedGate } from "#steps/verify-findings/judge-patch.ts";
import { messageOf } from "#util/errors.ts";
import { applyPatch } from "./run-arm.ts";
import type { ReproResult } from "./run-repro.ts";

/** A gate that is green at the head, and how long it took there. */
export interface GreenGate {
  readonly gate: Gate;
  readonly seconds: number;
}

/** What patches need to be tried. */
export interface PatchHost extends CopyHost {
  readonly gates: readonly GreenGate[];
  readonly desk: Omit<DeskRequest, "reviewer" | "bundle" | "base" | "side">;
  readonly signal: AbortSignal;
  readonly onNote: (note: string) => void;
  /** The time for all gates with all patches. */
  readonly budgetSeconds?: number;
}

/** The patches to try, and what their repros showed. */
export interface PatchesToTry {
  readonly trials: readonly PatchTrial[];
  readonly findings: readonly Finding[];
  readonly results: readonly ReproResult[];
}

const BUDGET_SECONDS = 15 * 60;

type PatchedGates = NonNullable<PatchTrial["gates"]>;

/**
 * Judges each patch that applies: by the repros of its finding, and, of critical and important findings, by the gates that
 * are green without it. Each gate runs in the sandbox on a new copy of the head with the patch.
 */
export async function tryPatches({ trials, findings, results }: PatchesToTry, host: PatchHost): Promise<PatchTrial[]> {
  const { desk, signal, budgetSeconds = BUDGET_SECONDS } = host;
  const desks = openSides({ ...desk, reviewer: "patch", signal });
  const clock = { left: budgetSeconds };
  try {
    const tried: PatchTrial[] = [];
    for (const trial of trials) {
      if (trial.state !== "applies") {
        tried.push(trial);
        continue;
      }
      const flips = results.flatMap(({ demonstration, flip }) =>
        demonstration.finding === trial.finding && flip !== undefined ? [flip] : [],
      );
      const notRun = host.sandbox.level === "none" ? host.sandbox.says : stopped(signal);
      const severity = findings.find(({ id }) => id === trial.finding)?.severity;
      const isRefuted = flips.some(({ fixes }) => fixes === false) || notRun !== undefined;
      const run = { host, clock, desk: () => desks.get("head"), isWanted: severity !== "suggestion" };
      const { gates, ran } = isRefuted ? { gates: [], ran: [] } : await runGatesWith(trial, run);
      const weakened = findWeakened(trial.patch, { roleOf, commands: host.gates.map(({ gate }) => gate.command) });
      const judged = judgePatch({ flips, gates, weakened, notRun });
      tried.push({ ...trial, ...judged, ...(ran.length > 0 && { gates: ran }) });
    }
    return tried;
  } finally {
    await desks.close();
  }
}

const roleOf = (path: string) => roleByPath(path, dialectOf(path, ""));

const stopped = ({ aborted }: AbortSignal): string | undefined => (aborted ? "the round was stopped" : undefined);

interface GatesRun {
  readonly host: PatchHost;
  /** Seconds that are left for gates. */
  readonly clock: { left: number };
  readonly desk: () => Promise<Desk>;
  /** Gates are run with patches of critical and important findings only. */
  readonly isWanted: boolean;
}

async function runGatesWith(trial: PatchTrial, run: GatesRun): Promise<{ gates: TriedGate[]; ran: PatchedGates }> {
  const gates: TriedGate[] = [];
  const ran: PatchedGates[number][] = [];
  for (const green of run.host.gates) {
    const { name, command } = green.gate;
    const { runs, ...result } = await tryGate(green, trial, run);
    ran.push(...runs.map(({ side: _side, ...rest }) => ({ name, command, run: rest })));
    gates.push({ name, ...result });
    // One red gate is enough to know that it must not be offered.
    if (result.result === "red") break;
  }
  return { gates, ran };
}

/** Runs a gate with the patch, and again if it fails: a gate that passes then is flaky, and not red. */
async function tryGate(
  { gate, seconds }: GreenGate,
  { patch }: PatchTrial,
  { host, clock, desk, isWanted }: GatesRun,
): Promise<Omit<TriedGate, "name"> & { readonly runs: readonly GateRun[] }> {
  const runs: GateRun[] = [];
  const not = (why: string) => ({ result: "not-run" as const, why, runs });
  if (!isWanted) return not("gates are run with patches of critical and important findings");
  if (host.signal.aborted) return not("the round was stopped");
  if (seconds > clock.left) return not("the time for gates with patches was used up");
  host.onNote(`running ${gate.name} with a patch`);
  const started = performance.now();
  try {
    const first = await runWithPatch(gate, patch, { host, desk: await desk() });
    runs.push(first);
    if (first.exitCode !== 0 && first.exitCode !== undefined) {
      runs.push(await runWithPatch(gate, patch, { host, desk: await desk() }));
    }
    const last = runs.at(-1);
    if (last?.exitCode === undefined) return not(`it was ${last?.ended ?? "not started"}`);
    return last.exitCode === 0 ? { result: "green", why: "", runs } : { result: "red", why: last.ended, runs };
  } catch (error) {
    return not(messageOf(error));
  } finally {
    clock.left -= (performance.now() - started) / 1000;
  }
}

async function runWithPatch(
  gate: Gate,
  patch: string,
  { host, desk }: { readonly host: PatchHost; readonly desk: Desk },
): Promise<GateRun> {
  const failed = desk.setup.find(({ ok }) => !ok);
  if (failed !== undefined) throw new Error(`the set-up command \`${failed.command}\` failed: ${failed.ended}`);
  const copy = await openWorkingCopy(desk, "patched", host);
  try {
    await applyPatch(copy, patch, host.signal);
    const { exitCode, ended, output, cut, seconds } = await copy.run(gate.command, {
      timeoutSeconds: gate.timeoutSeconds,
      signal: host.signal,
    });
    return { side: "head", exitCode, ended, output, cut, seconds };
  } finally {
    await copy.close();
  }
}
