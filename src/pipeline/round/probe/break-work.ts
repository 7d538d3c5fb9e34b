import type { Baseline, BreakOutcome, BreakResult, ProbeRun } from "#model/panel/probe-result.ts";
import type { PlannedBreak } from "#probe/planned-break.ts";
import { judgeBreak } from "#probe/outcome/judge-break.ts";
import type { BreakRequest } from "./run-probe.ts";
import { openSelection, type Selection } from "./select-tests.ts";
import { runTests, type Suite, timeoutFor, toProbeRun } from "./suite.ts";

/** Runs one break after the other and keeps what came of each. */
export interface BreakWork {
  readonly results: readonly BreakResult[];
  /** The tests of the changed files alone, if they are run first. */
  readonly related: string | undefined;
  tryBreak(planned: PlannedBreak): Promise<BreakResult>;
  /** Runs the whole suite with the sources of the base. Undefined: there are none, or no time. */
  tryOldSources(): Promise<OldSourcesRun | undefined>;
  /** Runs the tests without a break once more. Returns why what the tests noticed may mean nothing. */
  close(): Promise<string | undefined>;
}

/** The suite of the head with the sources of the base, and what that shows. */
export interface OldSourcesRun {
  readonly outcome: BreakOutcome;
  readonly why: string;
  readonly run: ProbeRun;
}

/** The reason of breaks for which no time was left. */
export const NO_TIME = "the time was up";

export async function openBreakWork(request: BreakRequest, suite: Suite, baseline: Baseline): Promise<BreakWork> {
  const results: BreakResult[] = [];
  const seconds = Math.max(...baseline.runs.map((run) => run.seconds));
  const selection = await openSelection(request, suite, seconds);
  const runOld = async (command: string): Promise<OldSourcesRun> => {
    const run = await runTests(suite, command, {
      edits: request.change.oldSources,
      timeoutSeconds: timeoutFor(seconds),
    });
    return { ...judgeBreak(run, ""), run: toProbeRun(run, command) };
  };
  return {
    results,
    related: selection?.shown,
    async tryBreak(planned) {
      const result = await runBreak(planned, { request, suite, seconds, selection });
      results.push(result);
      return result;
    },
    async tryOldSources() {
      const { oldSources } = request.change;
      if (oldSources.length === 0 || suite.clock.left() < seconds) return undefined;
      request.host.progress("running the tests with the sources of the base");
      const first = selection === undefined ? undefined : await runOld(selection.all);
      const whole = first !== undefined && first.outcome !== "survived" ? first : await runOld(suite.command);
      return whole;
    },
    async close() {
      const last = results.findLastIndex(({ outcome }) => outcome === "survived");
      const noticed = results.slice(last + 1).some(({ outcome }) => outcome === "noticed");
      const command = selection?.all ?? suite.command;
      if (!noticed || suite.clock.left() < seconds) return undefined;
      request.host.progress("running the tests without a break again");
      const run = await runTests(suite, command, { timeoutSeconds: timeoutFor(seconds) });
      if (run.exitCode === 0) return undefined;
      // A break that nobody noticed was run with a green suite, so it stands all the same.
      return `the tests fail without a break at the end (${run.ended}), so what they noticed may mean nothing`;
    },
  };
}

interface BreakContext {
  readonly request: BreakRequest;
  readonly suite: Suite;
  /** How long the whole suite takes. */
  readonly seconds: number;
  readonly selection: Selection | undefined;
}

/** Runs the related tests first. Only a break that the whole suite does not notice is a survivor. */
async function runBreak(planned: PlannedBreak, context: BreakContext): Promise<BreakResult> {
  const { request, suite, seconds, selection } = context;
  const { path, text } = planned.break;
  if (suite.clock.left() < seconds) return notRun(planned, NO_TIME);
  request.host.progress(`running the tests with ${text} in ${path}`);
  const related = selection?.forFile(path);
  const first = related === undefined ? undefined : await runOnce(planned, { ...related, suite });
  if (first !== undefined && first.outcome !== "survived") return first;
  if (suite.clock.left() < seconds) return { ...notRun(planned, NO_TIME), seconds: first?.seconds ?? 0 };
  const whole = await runOnce(planned, { command: suite.command, seconds, suite });
  return { ...whole, seconds: sum(whole.seconds, first?.seconds) };
}

const sum = (one: number, other = 0): number => Math.round((one + other) * 1000) / 1000;

async function runOnce(
  planned: PlannedBreak,
  { command, seconds, suite }: { command: string; seconds: number; suite: Suite },
): Promise<BreakResult> {
  const { path } = planned.break;
  const wanted = timeoutFor(seconds);
  const given = suite.clock.left();
  const run = await runTests(suite, command, {
    edits: [{ path, text: planned.contents }],
    timeoutSeconds: wanted,
  });
  if (run.isTimeout && given < wanted) return notRun(planned, NO_TIME);
  const judged = judgeBreak(run, path);
  const shown = toProbeRun(run, command, judged.outcome !== "noticed");
  return { break: planned.break, ...judged, seconds: run.seconds, run: shown };
}

const notRun = (planned: PlannedBreak, why: string): BreakResult => ({
  break: planned.break,
  outcome: "not-run",
  why,
  seconds: 0,
});
