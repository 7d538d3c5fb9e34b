import { openSides } from "#adapters/desk/open-sides.ts";
import type { Isolation } from "#model/panel/reviewer.ts";
import type { GateResult } from "#model/panel/gate.ts";
import type { Baseline, ProbeResult, ProbeSettings } from "#model/panel/probe-result.ts";
import { messageOf } from "#util/errors.ts";
import { listSome } from "#util/words.ts";
import { type CommandHost, readyDesk } from "../gates/command-host.ts";
import { openBreakRunner } from "./break-runner.ts";
import { type ProbeClock, startClock } from "./probe-clock.ts";
import type { ProbeChange, ProbePlan } from "./probe-plan.ts";
import { runBreaks } from "./run-breaks.ts";
import { runBaseline, type Suite } from "./suite.ts";

/** What a probe needs. */
export interface ProbeRequest {
  readonly settings: ProbeSettings;
  readonly plan: ProbePlan;
  readonly change: ProbeChange;
  readonly host: CommandHost;
  /** The gate that ran the same command before. Absent: none did. */
  readonly gate?: GateResult | undefined;
}

/** What it takes to run breaks. */
export interface BreakRequest extends Pick<ProbeRequest, "settings" | "change" | "host"> {
  /** The files that are broken. */
  readonly paths: readonly string[];
}

/**
 * Breaks the changed code on copies of the head and runs the tests. Without a sandbox nothing is run. Throws only if the
 * round is stopped.
 */
export async function runProbe(request: ProbeRequest): Promise<ProbeResult> {
  const { settings, plan, host, gate } = request;
  const clock = startClock(settings.budgetSeconds);
  const end = (result: Partial<ProbeResult> & Pick<ProbeResult, "state" | "why">): ProbeResult => ({
    ...(settings.isAsked && { asked: true }),
    command: settings.test,
    breaks: [],
    ...result,
    left: [...plan.left, ...(result.left ?? [])],
    seconds: Math.round(clock.spent() * 1000) / 1000,
    budgetSeconds: settings.budgetSeconds,
  });
  if (host.sandbox.level === "none") return end({ state: "could-not-run", why: host.sandbox.says });
  if (plan.controls.length + plan.reverts.length === 0) {
    return end({ state: "nothing-to-probe", why: describeNothing(plan) });
  }
  const known = describeGate(gate);
  if (known !== undefined) return end({ state: "could-not-run", why: known });
  const isolation: Isolation = { level: host.sandbox.level };
  try {
    return { ...end(await probeOnCopies(request, clock)), isolation };
  } catch (error) {
    host.signal.throwIfAborted();
    return { ...end({ state: "could-not-run", why: messageOf(error) }), isolation };
  }
}

/** A file that cannot be broken may well hold code. */
function describeNothing({ left }: ProbePlan): string {
  const paths = [...new Set(left.flatMap(({ path }) => path ?? []))];
  const why = "the change has no code that can be broken";
  return paths.length === 0 ? why : `${why}; not tried: ${listSome(paths)}`;
}

/** A suite that is known to fail need not run again. */
function describeGate(gate: GateResult | undefined): string | undefined {
  if (gate === undefined || gate.state === "green") return undefined;
  return `the gate ${gate.name} runs the same command, and ${gate.why}`;
}

function probeOnCopies(request: ProbeRequest, clock: ProbeClock) {
  return onCopies(request, clock, async (suite) => {
    request.host.progress("running the tests without a break");
    const baseline = await runBaseline(suite);
    if (baseline.state !== "green") return { state: "could-not-run" as const, why: describeRed(baseline), baseline };
    return { baseline, ...(await runBreaks(request, suite, baseline)) };
  });
}

/** Prepares a copy of the head for the work, and removes it afterwards. */
export async function onCopies<T>(
  { settings, change, host }: Pick<ProbeRequest, "settings" | "change" | "host">,
  clock: ProbeClock,
  work: (suite: Suite) => Promise<T>,
): Promise<T> {
  const { desk, head, base, signal, sandbox, path, hidden } = host;
  const desks = openSides({ ...desk, reviewer: "probe", head, base, signal });
  try {
    host.progress("preparing a copy");
    const runner = openBreakRunner({
      desk: await readyDesk(desks, "head"),
      tracked: change.tracked,
      signal,
      sandbox,
      path,
      hidden,
    });
    try {
      return await work({ command: settings.test, runner, clock });
    } finally {
      await runner.close();
    }
  } finally {
    await desks.close();
  }
}

function describeRed({ state, why }: Baseline): string {
  if (state === "red") return `the suite is red: ${why}`;
  return state === "flaky" ? `the suite is flaky: ${why}` : why;
}
