import { longestRun, wrapCode } from "#grammar/spans.ts";
import type { CheckHit } from "#model/change/analyzer.ts";
import type { Finding } from "#model/finding.ts";
import {
  type BreakResult,
  PROBE_CHECKS,
  PROBE_ID,
  PROBE_NOT_ALLOWED,
  type ProbeResult,
  type ProbeSettings,
} from "#model/panel/probe-result.ts";
import type { Incident } from "#model/panel/reviewer.ts";
import type { Demonstration } from "#model/panel/verification.ts";
import type { Severity } from "#model/severity.ts";
import { formatLocation, type LineSpan, type Location } from "#model/location.ts";
import { plural, sentence, truncate } from "#util/words.ts";

/** Survivors of one function, the most useful first. */
export interface SurvivingFunction {
  readonly path: string;
  /** Absent: outside of every function. */
  readonly symbol?: string | undefined;
  readonly survivors: readonly BreakResult[];
}

/** A change gets at most this many findings. The account has the rest. */
const MAX_FINDINGS = 5;

/** What the probe raises: what the tests do not notice, what they do not run, and new tests that show nothing. */
export function findProbeHits(probe: ProbeResult, groups: readonly SurvivingFunction[]): CheckHit[] {
  return [...findSurvivors(groups, probe), ...findUncovered(probe, groups), ...findIdleTests(probe)].slice(
    0,
    MAX_FINDINGS,
  );
}

/** The finding for each function of which a break survived. */
function findSurvivors(groups: readonly SurvivingFunction[], { command, coverage }: ProbeResult): CheckHit[] {
  return groups.flatMap((group, at): CheckHit[] => {
    const [first] = group.survivors;
    if (first === undefined) return [];
    return [
      {
        check: PROBE_CHECKS.survivor,
        severity: severityOf(group),
        class: "gap",
        title: titleOf(group),
        explanation: [...explain(group, first, command), ...describeGap(group, coverage)].join("\n\n"),
        places: group.survivors.map(({ break: each }) => ({ location: placeOf(each), quote: "" })),
        weight: 1 - at / 100,
      },
    ];
  });
}

const placeOf = ({ path, line, endLine }: BreakResult["break"]): Location => ({ path, start: line, end: endLine });

/** A reverted hunk with at least this many lines is behaviour that nobody checks. */
const LARGE_HUNK = 5;

/** A missing test breaks nothing today. It is important only where a whole part of the change could go unnoticed. */
function severityOf({ survivors }: SurvivingFunction): Severity {
  const isLarge = survivors.some(({ break: { kind, diff } }) => kind === "revert" && removedLines(diff) >= LARGE_HUNK);
  return isLarge ? "important" : "suggestion";
}

/** The lines of the head that a break takes away. */
const removedLines = (diff: string): number =>
  diff.split("\n").filter((line) => line.startsWith("-") && !line.startsWith("---") && line.slice(1).trim() !== "")
    .length;

function titleOf({ symbol, path, survivors }: SurvivingFunction): string {
  const where = symbol === undefined ? path : wrapCode(symbol);
  const [first] = survivors;
  if (survivors.length === 1 && first !== undefined) {
    return `The tests stay green with ${truncate(first.break.text, 120)} in ${where}`;
  }
  return `The tests stay green with each of ${plural(survivors.length, "break")} of ${where}`;
}

function explain({ survivors }: SurvivingFunction, first: BreakResult, command: string): string[] {
  const others = survivors.slice(1);
  const parts = [
    `We made this break on a copy of the head and ran the whole suite: it passes. So no test depends on what the code does there, and whoever changes it by mistake will not notice.`,
    fenced("sh repro", [`git apply <<'EOF'`, first.break.diff.trimEnd(), "EOF", command].join("\n")),
  ];
  if (first.run !== undefined && first.run.output.trim() !== "") {
    parts.push(fenced("repro-output", lastLines(first.run.output)));
  }
  if (others.length > 0) {
    const lines = others.map(({ break: each }) => `- ${wrapCode(formatLocation(placeOf(each)))}: ${each.text}`);
    parts.push([`Nor does it notice, each made alone:`, "", ...lines].join("\n"));
  }
  return parts;
}

/** Lines of the same function that no test runs: one finding for a function is enough. */
function describeGap({ path, symbol }: SurvivingFunction, coverage: ProbeResult["coverage"]): string[] {
  const gap = coverage?.gaps.find((each) => each.path === path && each.symbol === symbol);
  return gap === undefined ? [] : [`Besides, no test runs ${describeLines(gap.lines)}.`];
}

const SHOWN_LINES = 12;
const SHOWN_WIDTH = 300;

const lastLines = (output: string): string =>
  output
    .trimEnd()
    .split("\n")
    .slice(-SHOWN_LINES)
    .map((line) => truncate(line, SHOWN_WIDTH))
    .join("\n");

function fenced(info: string, text: string): string {
  const mark = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${mark}${info}\n${text}\n${mark}`;
}

/** The findings for changed code that no test runs, in functions that have no other. */
function findUncovered({ coverage }: ProbeResult, groups: readonly SurvivingFunction[]): CheckHit[] {
  if (coverage === undefined) return [];
  const gaps = coverage.gaps.filter(
    ({ path, symbol }) => !groups.some((each) => each.path === path && each.symbol === symbol),
  );
  return gaps.map(({ path, symbol, lines, why }, at) => ({
    check: PROBE_CHECKS.uncovered,
    severity: "suggestion",
    class: "gap",
    title: `No test runs ${describeLines(lines)} of ${symbol === undefined ? path : wrapCode(symbol)}`,
    explanation: `${sentence(why)} Measured by ${coverage.by} in a run of the whole suite.`,
    places: lines.map(({ start, end }) => ({ location: { path, start, end }, quote: "" })),
    weight: 0.5 - at / 100,
  }));
}

function describeLines(spans: readonly LineSpan[]): string {
  const shown = spans.map(({ start, end }) => (start === end ? `${start}` : `${start}-${end}`));
  const isOne = spans.length === 1 && spans[0]?.start === spans[0]?.end;
  const listed = shown.length > 4 ? `${shown.slice(0, 4).join(", ")} and more` : shown.join(", ");
  return `${isOne ? "line" : "lines"} ${listed}`;
}

/** The findings for new tests that pass without the change. */
function findIdleTests({ newTests = [] }: ProbeResult): CheckHit[] {
  return newTests
    .filter(({ outcome }) => outcome === "passes")
    .map(({ path, names, run }, at) => ({
      check: PROBE_CHECKS.idleTest,
      severity: "suggestion",
      class: "gap",
      title: `The new tests in ${path} pass without the change`,
      explanation: [
        `The change says that it fixes something. We ran ${names.length === 1 ? "its new test" : "its new tests"} (${names.slice(0, 5).map(wrapCode).join(", ")}${names.length > 5 ? " and more" : ""}) with the sources as they were before: ${names.length === 1 ? "it passes" : "they pass"} there too, so ${names.length === 1 ? "it does" : "they do"} not show the fix.`,
        ...(run === undefined ? [] : [fenced("repro-output", lastLines(run.output))]),
      ].join("\n\n"),
      places: [{ location: { path }, quote: "" }],
      weight: 0.4 - at / 100,
    }));
}

/** The runs behind the findings: we made each break ourselves. */
export function demonstrateProbe(probe: ProbeResult | undefined, findings: readonly Finding[]): Demonstration[] {
  if (probe === undefined) return [];
  return findings.flatMap((finding): Demonstration[] => {
    const run = runBehind(finding, probe);
    if (finding.reviewer !== PROBE_ID || run === undefined) return [];
    const { command, exitCode, output, cut, seconds } = run;
    return [
      {
        finding: finding.id,
        script: command,
        command: ["sh", "-c", command],
        runs: [{ side: "head", exitCode, output, cut, seconds }],
        isolation: probe.isolation,
        outcome: "shown",
        why: WHY_SHOWN.get(finding.check ?? "") ?? "we ran the tests",
      },
    ];
  });
}

const WHY_SHOWN: ReadonlyMap<string, string> = new Map<string, string>([
  [PROBE_CHECKS.survivor, "the whole suite passes with the break"],
  [PROBE_CHECKS.uncovered, "a run of the whole suite does not execute these lines"],
  [PROBE_CHECKS.idleTest, "the new tests pass with the sources of the base"],
]);

function runBehind({ check, locations }: Finding, { breaks, newTests = [], baseline }: ProbeResult) {
  const [place] = locations;
  if (place === undefined) return undefined;
  if (check === PROBE_CHECKS.idleTest) return newTests.find(({ path }) => path === place.path)?.run;
  if (check === PROBE_CHECKS.uncovered) return baseline?.runs.at(-1);
  return breaks.find(
    ({ outcome, break: { path, line, endLine } }) =>
      outcome === "survived" && path === place.path && line === place.start && endLine === place.end,
  )?.run;
}

/** What was to be probed and was not: it makes the round incomplete. */
export function describeProbeNotRun(probe: ProbeResult): Incident[] {
  if (probe.state !== "could-not-run" || isOnlyRed(probe)) return [];
  return [{ kind: "unlooked", text: `the probe could not run: ${probe.why}` }];
}

/** What the reader of the verdict must know of the probe although it does not change the verdict, a phrase each. */
export function describeProbeRemarks(probe: ProbeResult | undefined): string[] {
  return probe === undefined ? [] : describeState(probe);
}

function describeState(probe: ProbeResult): string[] {
  if (isOnlyRed(probe)) return [`the probe says nothing: ${probe.why}`];
  if (probe.doubt !== undefined) return [`the probe is in doubt: ${probe.doubt}`];
  if (probe.state === "in-part") return [`the probe is not whole: ${probe.why}`];
  if (probe.state !== "done" || probe.breaks.some(({ outcome }) => outcome === "noticed")) return [];
  return [`the probe says nothing of the tests: ${probe.why}`];
}

/** A suite that fails without any break is told by its gate; if the probe was asked for, it could not do its work. */
const isOnlyRed = ({ baseline, asked }: ProbeResult): boolean =>
  asked !== true && (baseline?.state === "red" || baseline?.state === "flaky");

/** The probe that the configuration asks for and that was not allowed to run. */
export function probeNotAllowed(settings: ProbeSettings | undefined): ProbeResult | undefined {
  if (settings === undefined) return undefined;
  const { test, budgetSeconds } = settings;
  return {
    state: "not-allowed",
    why: PROBE_NOT_ALLOWED,
    command: test,
    breaks: [],
    left: [],
    seconds: 0,
    budgetSeconds,
  };
}
