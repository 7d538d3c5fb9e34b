import type { Config } from "#config/config.ts";
import type { FileDiff } from "#model/change/change.ts";
import { reviewerId } from "#model/ids.ts";
import type { GateResult } from "#model/panel/gate.ts";
import {
  type BreakResult,
  PROBE_ID,
  PROBE_NAME,
  type ProbeResult,
  type ProbeSettings,
} from "#model/panel/probe-result.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import { type OpenedFiles, openProbeFiles } from "#probe/open-files.ts";
import { changedFunctions, groupSurvivors, planControls, planMutations, planReverts } from "#probe/plan-breaks.ts";
import type { ProbeInput } from "#probe/planned-break.ts";
import { writeAnalysis } from "#reviewers/analyzer/write-analysis.ts";
import { describeProbeNotRun, findProbeHits, type SurvivingFunction } from "#probe/outcome/describe-probe.ts";
import { UserError } from "#util/errors.ts";
import type { AgentHost } from "../../agents/agent-host.ts";
import { type Assignment, type PanelMember, type ReviewerResult, runOf } from "../../panel.ts";
import { commandHost } from "../gates/command-host.ts";
import type { GatePermission } from "../gates/gates-member.ts";
import type { ProbePlan } from "./probe-plan.ts";
import { readChange } from "./read-change.ts";
import { runFurther } from "./run-further.ts";
import { runProbe } from "./run-probe.ts";

/**
 * Whether the probe takes part in a review. It takes minutes, so trust alone does not start it. In CI only the base branch
 * names commands.
 */
export function mayProbe({ probe }: Pick<Config, "probe">, { allowRun, configFrom, isCi }: GatePermission): boolean {
  return probe !== undefined && allowRun === true && (configFrom === "base" || !isCi);
}

/** How a change of the configuration weakens the probe. Phrases that follow "this change". */
export function compareProbes(now: ProbeSettings | undefined, before: ProbeSettings | undefined): string[] {
  // A probe that only a gate brings in is compared with that gate.
  if (before?.isAsked !== true) return before !== undefined && now === undefined ? ["switches off the probe"] : [];
  if (now === undefined) return ["switches off the probe"];
  return now.test === before.test ? [] : ["alters the tests of the probe"];
}

/** Throws a UserError if a member of the panel has the id of the probe. */
export function requireProbeId(members: readonly PanelMember[]): void {
  if (!members.some(({ reviewer }) => reviewer.id === PROBE_ID)) return;
  throw new UserError({
    what: `a member of the panel has the id "${PROBE_ID}"`,
    why: "the probe has this id in reports",
    fix: "give the member another id in the configuration",
  });
}

const REVIEWER: Reviewer = { id: reviewerId(PROBE_ID), name: PROBE_NAME, kind: "gate", family: PROBE_ID };

/** The probe as a member of the panel. It raises what the tests do not notice. */
export function probeMember(settings: ProbeSettings, host: AgentHost): PanelMember {
  return {
    reviewer: REVIEWER,
    async review(assignment) {
      const plan = await planProbe(assignment);
      const run = await runProbe({
        settings,
        plan,
        change: await readChange(assignment, plan),
        host: await commandHost(assignment, host),
        gate: await findGate(settings, assignment),
      });
      const { text, ...raised } = raiseFindings(run);
      const missed = describeProbeNotRun(raised.probe);
      const incidents = missed.length === 0 ? undefined : missed;
      return {
        ...raised,
        run: runOf(REVIEWER, assignment.pass, { text, incidents, isolation: raised.probe.isolation }),
      };
    },
    async runBreaks(probe, breaks, place) {
      const { codeLines } = await planProbe(place);
      const change = await readChange(place, { codeLines });
      return runFurther({ settings, change, host: await commandHost(place, host) }, probe, breaks);
    },
  };
}

/** The findings of a probe, and its review. Survivors that prove another reviewer's finding are in none. */
export function raiseFindings(
  run: ProbeResult,
  proves: (result: BreakResult) => boolean = () => false,
): Pick<ReviewerResult, "findings"> & { readonly probe: ProbeResult; readonly text: string } {
  const { further: _, ...whole } = run;
  const { probe, groups } = group(whole, proves);
  const { text, findings } = writeAnalysis({
    reviewer: REVIEWER.id,
    name: PROBE_NAME,
    question: "Do the tests notice when the changed code is broken?",
    hits: findProbeHits(probe, groups),
    paths: [],
  });
  return { probe, text, findings };
}

/** What the gate that runs the same command showed. Waits for it: two suites at once blur each other's times. */
async function findGate({ test }: ProbeSettings, assignment: Assignment): Promise<GateResult | undefined> {
  let known = await assignment.gates();
  while (known?.isRunning === true && !assignment.signal.aborted) known = await assignment.gates();
  return known?.results.find(({ command }) => command === test);
}

/** The changed files that can be broken. */
export async function openChangedFiles({ index, opened }: Pick<Assignment, "index" | "opened">): Promise<OpenedFiles> {
  const inputs = await Promise.all(index.change.diffs.map((diff) => inputOf(diff, { index, opened })));
  return openProbeFiles(inputs.flatMap((input) => input ?? []));
}

async function planProbe({ index, opened }: Pick<Assignment, "index" | "opened">): Promise<ProbePlan> {
  const { files, left } = await openChangedFiles({ index, opened });
  return {
    functions: changedFunctions(files),
    codeLines: new Map(files.map(({ path, codeLines }) => [path, codeLines])),
    controls: planControls(files),
    reverts: planReverts(files, { subjects: index.change.messages.map(({ subject }) => subject) }),
    mutations: (limits) => planMutations(files, limits),
    left,
  };
}

async function inputOf(
  { file, hunks }: FileDiff,
  { index, opened }: Pick<Assignment, "index" | "opened">,
): Promise<ProbeInput | undefined> {
  const { path, oldPath = path, change } = file;
  if (change === "deleted" || hunks.length === 0) return undefined;
  const [head, base, facts] = await Promise.all([
    opened.head.read(path),
    change === "added" ? undefined : opened.base.read(oldPath),
    index.head.facts(path),
  ]);
  // Documents, tests and data are not to be broken.
  if (head === undefined || facts?.role !== "source") return undefined;
  return { path, role: facts.role, base, head, hunks };
}

/** Survivors of one function are one finding. Controls are none: where they survive, no test comes near. */
function group(
  found: ProbeResult,
  proves: (result: BreakResult) => boolean,
): { probe: ProbeResult; groups: readonly SurvivingFunction[] } {
  const survivors = found.breaks
    .filter((result) => result.outcome === "survived" && result.break.kind !== "control" && !proves(result))
    .map((result, rank) => ({ break: result.break, rank, result }));
  const { groups, further } = groupSurvivors(survivors);
  const named = groups.map(({ path, symbol, survivors: own }) => ({
    path,
    symbol,
    survivors: own.map(({ result }) => result),
  }));
  return { probe: further.groups === 0 ? found : { ...found, further }, groups: named };
}
