import type { Baseline, ProbeRun } from "#model/panel/probe-result.ts";
import { isMissingCommand } from "#probe/outcome/judge-break.ts";
import { truncate } from "#util/words.ts";
import type { FileEdit } from "#adapters/desk/edit-copy.ts";
import type { BreakRunner, BrokenRun } from "./break-runner.ts";
import type { ProbeClock } from "./probe-clock.ts";

/** The tests, and what runs them. */
export interface Suite {
  readonly command: string;
  readonly runner: BreakRunner;
  readonly clock: ProbeClock;
}

/** How much of a run's output is kept, in characters: of one that a finding shows, and of others. */
const SHOWN = 2000;
const KEPT = 600;

export function toProbeRun(
  { exitCode, ended, output, cut, seconds }: BrokenRun,
  command: string,
  isShown = true,
): ProbeRun {
  const most = isShown ? SHOWN : KEPT;
  const end = output.length > most ? output.slice(-most) : output;
  const isCut = cut === true || end.length < output.length;
  return {
    command,
    ...(exitCode !== undefined && { exitCode }),
    ended,
    output: end,
    ...(isCut && { cut: true }),
    seconds,
  };
}

/** A mutated run may take this many times as long as without a break, and at least that many seconds. */
const PATIENCE = 3;
const MIN_TIMEOUT = 10;

export const timeoutFor = (baselineSeconds: number): number => Math.max(MIN_TIMEOUT, PATIENCE * baselineSeconds);

/** Runs the tests, never beyond the time that is left. */
export function runTests(
  { runner, clock }: Suite,
  command: string,
  {
    edits = [],
    timeoutSeconds,
    env,
  }: { edits?: readonly FileEdit[]; timeoutSeconds: number; env?: Readonly<Record<string, string>> },
): Promise<BrokenRun> {
  // A whole second more or less does not matter, but nothing is started that could not print anything.
  const most = Math.max(1, Math.min(timeoutSeconds, clock.left()));
  return runner.run({ command, edits, timeoutSeconds: most, env });
}

/** Runs the suite without a break: once if it is green, twice if it is not. */
export async function runBaseline(suite: Suite): Promise<Baseline> {
  const runs: ProbeRun[] = [];
  const once = async (): Promise<BrokenRun> => {
    // A suite that takes longer leaves no time for a single break.
    const run = await runTests(suite, suite.command, { timeoutSeconds: suite.clock.budgetSeconds / 3 });
    runs.push(toProbeRun(run, suite.command));
    return run;
  };
  const first = await once();
  if (first.exitCode === 0) return { state: "green", why: "it passes", runs };
  const broken = describeBroken(first);
  if (broken !== undefined) return { state: "could-not-run", why: broken, runs };
  const second = await once();
  if (second.exitCode === 0) return { state: "flaky", why: `it failed (${first.ended}) and then passed`, runs };
  const brokenAgain = describeBroken(second);
  if (brokenAgain !== undefined) return { state: "could-not-run", why: brokenAgain, runs };
  return { state: "red", why: `it fails without a break (${first.ended}, then ${second.ended})`, runs };
}

/** Why a run of the whole suite shows neither green nor red. */
export function describeBroken({ exitCode, ended, isTimeout, limit }: BrokenRun): string | undefined {
  if (isTimeout) return `the suite was ${ended}`;
  if (limit !== undefined) return `the suite was ended: ${truncate(limit, 200)}`;
  if (exitCode === undefined) return `the suite ${ended}`;
  return isMissingCommand(exitCode) ? `a command was not found or may not be run (${ended})` : undefined;
}
