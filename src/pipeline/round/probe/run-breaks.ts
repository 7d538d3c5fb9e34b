import type { Baseline, BreakResult, NotProbed, ProbeResult, ProbeRun } from "#model/panel/probe-result.ts";
import type { PlannedBreak } from "#probe/planned-break.ts";
import { judgeBreak } from "#steps/judge-probe/judge-break.ts";
import type { ProbeRequest } from "./run-probe.ts";
import { runTests, type Suite, timeoutFor, toProbeRun } from "./suite.ts";

/** What the breaks showed, without what was known before. */
type Shown = Pick<ProbeResult, "state" | "why" | "breaks" | "left"> & Partial<ProbeResult>;

/** Runs the breaks in this order: controls, reverted hunks, mutations. Each step needs what the one before has shown. */
export async function runBreaks(request: ProbeRequest, suite: Suite, baseline: Baseline): Promise<Shown> {
  const work = openWork(request, suite, baseline);
  const controls = await runControls(work);
  if (controls.reached.length === 0) return work.end(describeUnnoticed(work));
  const isReached = (path: string, line: number): boolean =>
    !controls.unreached.some((each) => each.path === path && each.start <= line && line <= each.end);
  const reverts = request.plan.reverts.filter(({ break: { path, line } }) => isReached(path, line));
  for (const planned of reverts) await work.tryBreak(planned);
  const open = work.results.filter(({ break: { kind }, outcome }) => kind === "revert" && outcome === "survived");
  const isReverted = (path: string, line: number): boolean =>
    open.some(({ break: each }) => each.path === path && each.line <= line && line <= each.endLine);
  const mutations = request.plan.mutations({ skip: (path, line) => !isReached(path, line) || isReverted(path, line) });
  for (const planned of mutations) await work.tryBreak(planned);
  return work.end();
}

interface Work {
  readonly request: ProbeRequest;
  readonly results: BreakResult[];
  readonly left: NotProbed[];
  tryBreak(planned: PlannedBreak): Promise<BreakResult>;
  end(why?: string): Shown;
}

function openWork(request: ProbeRequest, suite: Suite, baseline: Baseline): Work {
  const results: BreakResult[] = [];
  const left: NotProbed[] = [];
  const seconds = baseline.runs[0]?.seconds ?? 0;
  const work: Work = {
    request,
    results,
    left,
    async tryBreak(planned) {
      const result =
        suite.clock.left() < seconds ? notRun(planned, NO_TIME) : await runBreak(planned, { request, suite, seconds });
      results.push(result);
      return result;
    },
    end(why) {
      const late = results.filter((each) => each.why === NO_TIME);
      const state = late.length > 0 ? "in-part" : "done";
      return { state, why: why ?? describeEnd(results, late.length), breaks: results, left };
    },
  };
  return work;
}

const NO_TIME = "the time was up";

const notRun = (planned: PlannedBreak, why: string): BreakResult => ({
  break: planned.break,
  outcome: "not-run",
  why,
  seconds: 0,
});

async function runBreak(
  planned: PlannedBreak,
  { request, suite, seconds }: { request: ProbeRequest; suite: Suite; seconds: number },
): Promise<BreakResult> {
  const { path, text } = planned.break;
  request.host.progress(`running the tests with ${text} in ${path}`);
  const wanted = timeoutFor(seconds);
  const given = suite.clock.left();
  const run = await runTests(suite, suite.command, {
    edits: [{ path, text: planned.contents }],
    timeoutSeconds: wanted,
  });
  if (run.isTimeout && given < wanted) return notRun(planned, NO_TIME);
  const judged = judgeBreak(run, path);
  const shown: ProbeRun = toProbeRun(run, suite.command, judged.outcome !== "noticed");
  return { break: planned.break, ...judged, seconds: run.seconds, run: shown };
}

interface ReachedFunctions {
  readonly reached: readonly BreakResult[];
  /** Functions whose failure no test notices: what survives there shows nothing new. */
  readonly unreached: readonly { readonly path: string; readonly start: number; readonly end: number }[];
}

/** A failure at the top of each changed function. Where nobody notices it, nothing is said about survivors. */
async function runControls(work: Work): Promise<ReachedFunctions> {
  const { controls, functions } = work.request.plan;
  const results: BreakResult[] = [];
  for (const control of controls) results.push(await work.tryBreak(control));
  const unnoticed = results.filter(({ outcome }) => outcome === "survived");
  const unreached = unnoticed.flatMap(({ break: { path, line } }) =>
    functions.filter((each) => each.path === path && each.start <= line && line <= each.end),
  );
  return { reached: results.filter(({ outcome }) => outcome === "noticed"), unreached };
}

function describeUnnoticed({ results }: Work): string {
  const survived = results.some(({ outcome }) => outcome === "survived");
  if (survived) return "the tests notice no failure of the changed functions, so they say nothing about this code";
  return "no failure of a changed function could be run to the end, so nothing is known";
}

function describeEnd(results: readonly BreakResult[], late: number): string {
  const run = results.length - late;
  return late === 0 ? `${run} breaks were run` : `the time was up after ${run} of ${results.length} breaks`;
}
