import type { Baseline, BreakResult, NotProbed, ProbeResult } from "#model/panel/probe-result.ts";
import type { ChangedFunction, PlannedBreak } from "#probe/planned-break.ts";
import { findRunner } from "#probe/runner/find-runner.ts";
import { plural } from "#util/words.ts";
import { type BreakWork, NO_TIME, type OldSourcesRun, openBreakWork } from "./break-work.ts";
import { type ChangedCoverage, findGaps } from "./find-gaps.ts";
import { measureCoverage } from "./measure-coverage.ts";
import type { ProbeRequest } from "./run-probe.ts";
import type { Suite } from "./suite.ts";

/** What the breaks showed, without what was known before. */
export type Shown = Pick<ProbeResult, "state" | "why" | "breaks" | "left"> & Partial<ProbeResult>;

/**
 * Measures the changed lines and runs the breaks in this order: controls, reverted hunks, mutations. Each step needs what the
 * one before has shown.
 */
export async function runBreaks(request: ProbeRequest, suite: Suite, baseline: Baseline): Promise<Shown> {
  const left: NotProbed[] = [];
  const measured = await measure(request, suite, { baseline, left });
  const paths = [...new Set(request.plan.controls.map(({ break: { path } }) => path))];
  const work = await openBreakWork({ ...request, paths }, suite, baseline);
  const reach = await runControls(work, request, { measured, left });
  const old = reach.noticed > 0 ? await work.tryOldSources() : undefined;
  if (reach.noticed > 0) left.push(...(request.change.unrestored ?? []).map((path) => ({ path, why: UNRESTORED })));
  if (old?.outcome === "survived") left.push({ why: OLD_PASS });
  const isSame = old?.outcome === "survived";
  if (reach.noticed > 0) await runRest(work, request, { measured, isReached: reach.isReached, isSame });
  const doubt = reach.noticed > 0 ? await work.close() : undefined;
  const ended = summarizeBreaks(work.results);
  return {
    state: ended.state,
    why: reach.noticed > 0 ? ended.why : describeUnnoticed(work.results),
    ...(doubt !== undefined && { doubt }),
    ...newTestsOf(request, old),
    ...(work.related !== undefined && { related: work.related }),
    ...(measured !== undefined && { coverage: measured.coverage }),
    breaks: work.results,
    left,
  };
}

async function measure(
  { settings, plan, change, host }: ProbeRequest,
  suite: Suite,
  { baseline, left }: { baseline: Baseline; left: NotProbed[] },
): Promise<ChangedCoverage | undefined> {
  if (!settings.coverage) return undefined;
  host.progress("measuring which lines the tests run");
  const measured = await measureCoverage({
    suite,
    runner: findRunner(suite.command, change.packageJson),
    change,
    paths: [...plan.codeLines.keys()],
    baselineSeconds: baseline.runs[0]?.seconds ?? 0,
  });
  if (typeof measured !== "string") return findGaps(measured, plan, change);
  left.push({ why: `which changed lines the tests run is not known: ${measured}` });
  return undefined;
}

const OLD_PASS =
  "the suite passes with the sources of the base, too, so that taking back single hunks would show nothing";

const UNRESTORED =
  "it is a link, a submodule or no text that we read, so the tests were not run with the sources of the base";

/** New tests that pass without the change are worth a word if it repairs something. */
function newTestsOf({ change }: ProbeRequest, old: OldSourcesRun | undefined): Pick<ProbeResult, "newTests"> {
  if (old === undefined || !change.claimsFix || change.newTests.length === 0) return {};
  const outcome = old.outcome === "survived" ? "passes" : old.outcome === "noticed" ? "fails" : "unknown";
  return {
    newTests: change.newTests.map(({ path, names }) => ({
      path,
      names: [...names],
      outcome,
      why: `with the sources of the base ${old.why}`,
      run: old.run,
    })),
  };
}

/** Where the tests notice a failure, so that what they do not notice means something. */
interface Reach {
  readonly noticed: number;
  isReached(path: string, line: number): boolean;
}

/** So many controls are enough where it is known which functions the tests enter, and so many where it is not. */
const CONTROLS_MEASURED = 3;
const MAX_CONTROLS = 12;

/** A failure at the top of changed functions. Where nobody notices it, nothing is said about survivors. */
async function runControls(
  work: BreakWork,
  { plan }: ProbeRequest,
  { measured, left }: { measured: ChangedCoverage | undefined; left: NotProbed[] },
): Promise<Reach> {
  const functionOf = ({ break: { path, line } }: PlannedBreak): ChangedFunction | undefined =>
    innermost(plan.functions.filter((one) => one.path === path && one.start <= line && line <= one.end));
  const unreached: ChangedFunction[] = [];
  const unknown: ChangedFunction[] = [];
  const counts = { noticed: 0, run: 0, unrun: 0 };
  for (const control of plan.controls) {
    const one = functionOf(control);
    const isEntered = one === undefined ? undefined : measured?.isEntered(one);
    if (isEntered === false) {
      if (one !== undefined) unreached.push(one);
      continue;
    }
    // One that is noticed shows that the suite works; the others are entered, which was measured.
    if (isEntered === true && counts.noticed > 0) continue;
    if (counts.run >= (isEntered === true ? CONTROLS_MEASURED : MAX_CONTROLS)) {
      counts.unrun += 1;
      if (one !== undefined) unknown.push(one);
      continue;
    }
    counts.run += 1;
    const { outcome } = await work.tryBreak(control);
    if (outcome === "noticed") counts.noticed += 1;
    else if (one !== undefined) unreached.push(one);
  }
  if (counts.unrun > 0) left.push({ why: "whether the tests reach the function is not known", count: counts.unrun });
  if (unreached.length > 0)
    left.push({
      why: `no test reaches ${plural(unreached.length, "changed function")}, so that nothing else was broken there`,
    });
  const closed = [...unreached, ...unknown];
  return {
    noticed: counts.noticed,
    isReached: (path, line) => !closed.some((one) => one.path === path && one.start <= line && line <= one.end),
  };
}

const innermost = (functions: readonly ChangedFunction[]): ChangedFunction | undefined =>
  functions.toSorted((one, other) => one.end - one.start - (other.end - other.start))[0];

/** Hunks taken back, and mutations in those whose absence the tests notice. */
async function runRest(
  work: BreakWork,
  { plan }: ProbeRequest,
  {
    measured,
    isReached,
    isSame,
  }: { measured: ChangedCoverage | undefined; isReached: Reach["isReached"]; isSame: boolean },
): Promise<void> {
  const isUncovered = ({ break: { path, line, endLine } }: PlannedBreak): boolean => {
    const covered = measured?.covered.get(path);
    const code = [...(plan.codeLines.get(path) ?? [])].filter((each) => line <= each && each <= endLine);
    return covered !== undefined && code.length > 0 && !code.some((each) => covered.has(each));
  };
  const isOpen = ({ break: { path, line, endLine } }: PlannedBreak): boolean =>
    isReached(path, line) || isReached(path, endLine);
  const reverts = isSame ? [] : plan.reverts.filter((planned) => isOpen(planned) && !isUncovered(planned));
  for (const planned of reverts) await work.tryBreak(planned);
  const reverted = work.results.filter(({ break: { kind }, outcome }) => kind === "revert" && outcome === "survived");
  const isReverted = (path: string, line: number): boolean =>
    reverted.some(({ break: each }) => each.path === path && each.line <= line && line <= each.endLine);
  const mutations = plan.mutations({
    covered: measured?.covered,
    skip: (path, line) => !isReached(path, line) || isReverted(path, line),
  });
  for (const planned of mutations) await work.tryBreak(planned);
}

function describeUnnoticed(results: readonly BreakResult[]): string {
  if (results.length === 0) return "no test enters a changed function, so nothing is known of the tests";
  if (results.some(({ outcome }) => outcome === "survived")) {
    return "the tests notice no failure of the changed functions, so nothing is said about smaller breaks";
  }
  return "no failure of a changed function could be run to the end, so nothing is known of the tests";
}

/** Whether all breaks were run. */
export function summarizeBreaks(results: readonly BreakResult[]): Pick<ProbeResult, "state" | "why"> {
  const all = results.length;
  const late = results.filter(({ outcome, why }) => outcome === "not-run" && why === NO_TIME).length;
  if (late === 0) return { state: "done", why: `${plural(all, "break")} run` };
  return { state: "in-part", why: `the time was up after ${all - late} of ${plural(all, "break")}` };
}
