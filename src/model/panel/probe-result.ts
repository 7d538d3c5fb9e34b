import { z } from "zod";
import type { DeepReadonly } from "#util/deep-readonly.ts";
import { lineSpanSchema } from "../location.ts";
import { codeBreakSchema } from "./probe.ts";
import { isolationSchema } from "./reviewer.ts";

/** The id and the name of the panel member that breaks the changed code and runs the tests. */
export const PROBE_ID = "probe";
export const PROBE_NAME = "Probe";

/** What it raises, by the id of a check. */
export const PROBE_CHECKS = {
  survivor: `${PROBE_ID}/survivor`,
  uncovered: `${PROBE_ID}/uncovered`,
  idleTest: `${PROBE_ID}/idle-test`,
} as const;

/** How the configuration and the command line set the probe. */
export const probeSettingsSchema = z.strictObject({
  test: z.string().describe("the whole suite, a line for the shell"),
  related: z.string().optional().describe("runs the tests of the files that {files} stands for; absent: by the runner"),
  coverage: z.boolean().describe("false: changed lines are not measured"),
  budgetSeconds: z.number().positive().describe("for all runs together"),
  isAsked: z.boolean().describe("false: there is only a gate called test"),
});
export type ProbeSettings = DeepReadonly<z.infer<typeof probeSettingsSchema>>;

/** One run of the tests. */
export const probeRunSchema = z.strictObject({
  command: z.string(),
  exitCode: z.int().optional().describe("absent: it did not end by itself"),
  ended: z.string().describe("how it ended, in words"),
  output: z.string().describe("the end of what it printed, credentials masked"),
  cut: z.literal(true).optional().describe("it printed more than is kept"),
  seconds: z.number().nonnegative(),
});
export type ProbeRun = DeepReadonly<z.infer<typeof probeRunSchema>>;

/** What came of a break. */
export const breakOutcomeSchema = z
  .enum(["noticed", "survived", "does-not-build", "timed-out", "not-run"])
  .describe(
    "noticed: tests fail with it; survived: the whole suite stays green; does-not-build: the tests could not start with it; timed-out: they did not end in time, which shows nothing",
  );
export type BreakOutcome = z.infer<typeof breakOutcomeSchema>;

/** A break and what came of it. */
export const breakResultSchema = z.strictObject({
  break: codeBreakSchema,
  outcome: breakOutcomeSchema,
  why: z.string().describe("the reason, a clause"),
  seconds: z.number().nonnegative().describe("of all its runs"),
  run: probeRunSchema.optional().describe("the run that decided; absent: nothing was run"),
});
export type BreakResult = DeepReadonly<z.infer<typeof breakResultSchema>>;

export const baselineSchema = z.strictObject({
  state: z
    .enum(["green", "red", "flaky", "could-not-run"])
    .describe("of the suite without a break; flaky: it failed and passed on the same code"),
  why: z.string(),
  runs: z.array(probeRunSchema).describe("in the order of time"),
});
export type Baseline = DeepReadonly<z.infer<typeof baselineSchema>>;

/** The changed lines of one file, and those of them that no test runs. */
export const coveredFileSchema = z.strictObject({
  path: z.string(),
  lines: z.int().nonnegative().describe("changed lines that hold code"),
  uncovered: z.array(lineSpanSchema).describe("those that no test runs"),
});

/** Which changed lines the suite runs. */
export const probeCoverageSchema = z.strictObject({
  by: z.string().describe("how it was measured"),
  files: z.array(coveredFileSchema),
  gaps: z
    .array(
      z.strictObject({
        path: z.string(),
        symbol: z.string().optional(),
        lines: z.array(lineSpanSchema),
        why: z.string().describe("why it is worth a word"),
      }),
    )
    .describe("uncovered lines in functions that some test enters, and new exported functions that none enters"),
});
export type ProbeCoverage = DeepReadonly<z.infer<typeof probeCoverageSchema>>;

/** New tests, run with the sources as they were before the change. */
export const newTestsSchema = z.strictObject({
  path: z.string(),
  names: z.array(z.string()).describe("tests that the base does not have"),
  outcome: z
    .enum(["fails", "passes", "unknown"])
    .describe("passes: the tests of this file pass without the change, so they prove nothing about it"),
  why: z.string(),
  run: probeRunSchema.optional(),
});
export type NewTests = DeepReadonly<z.infer<typeof newTestsSchema>>;

/** What was not probed, and why. */
export const notProbedSchema = z.strictObject({
  path: z.string().optional().describe("absent: not one file"),
  symbol: z.string().optional(),
  why: z.string(),
  count: z.int().positive().optional().describe("breaks that were planned and not run"),
});
export type NotProbed = DeepReadonly<z.infer<typeof notProbedSchema>>;

export const probeStateSchema = z
  .enum(["done", "in-part", "nothing-to-probe", "could-not-run", "not-allowed"])
  .describe("in-part: the time was up before everything had run");
export type ProbeState = z.infer<typeof probeStateSchema>;

/** What breaking the changed code showed about its tests. */
export const probeResultSchema = z.strictObject({
  state: probeStateSchema,
  why: z.string().describe("the reason for the state, a clause"),
  asked: z.literal(true).optional().describe("it was asked for by name, so the round is incomplete without it"),
  command: z.string().describe("the whole suite"),
  related: z.string().optional().describe("the tests of the changed files alone, run first; absent: all are run"),
  baseline: baselineSchema.optional(),
  coverage: probeCoverageSchema.optional().describe("absent: not known, for the reason in `left`"),
  newTests: z.array(newTestsSchema).optional(),
  doubt: z.string().optional().describe("why what the tests noticed may mean nothing; absent: no reason is known"),
  breaks: z.array(breakResultSchema).describe("in the order in which they were run"),
  further: z
    .strictObject({ groups: z.int().nonnegative(), survivors: z.int().nonnegative() })
    .optional()
    .describe("survivors that are in no finding; absent: none"),
  left: z.array(notProbedSchema),
  seconds: z.number().nonnegative(),
  budgetSeconds: z.number().positive(),
  isolation: isolationSchema.optional().describe("absent: nothing was run"),
});
export type ProbeResult = DeepReadonly<z.infer<typeof probeResultSchema>>;

/** Why a probe that the configuration names was not run. */
export const PROBE_NOT_ALLOWED = "it runs only with --allow-run, and in CI only if the base branch configures it";

/** Whether it ran to its end, nothing puts it in doubt, and each survivor is in a finding. */
export const listsAllSurvivors = ({ state, doubt, further }: ProbeResult): boolean =>
  state === "done" && doubt === undefined && further === undefined;
