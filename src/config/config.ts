import { z } from "zod";
import type { PathSwitch } from "#model/change/settings.ts";
import type { Gate } from "#model/panel/gate.ts";
import type { ProbeSettings } from "#model/panel/probe-result.ts";
import { TOOL_FORMATS } from "#model/panel/tool-hit.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import {
  durationSchema,
  parseDuration,
  parseMember,
  type MemberSetting,
  writtenMemberSchema,
} from "./member-setting.ts";

/** Stands for the files in the command of a probe that runs their tests. */
export const RELATED_FILES = "{files}";

const GATE_NAME = /^[a-zA-Z0-9][\w.-]{0,39}$/;

/** A command must not have us read a file of the user. */
function isBelowRoot(path: string): boolean {
  return !path.startsWith("/") && !path.includes("\\") && !path.split("/").includes("..");
}

/** The configuration as people write it. Everything is optional. */
export const writtenConfigSchema = z
  .strictObject({
    $schema: z.string().optional().describe("for editors"),
    archive: z.string().min(1).optional().describe("where reviews are stored, relative to the root of the repository"),
    failOn: z
      .enum(["critical", "important", "suggestion"])
      .optional()
      .describe("exit with 1 if a finding is at or above this"),
    reviewers: z
      .record(z.string(), z.boolean())
      .optional()
      .describe("built-in reviewers by id; false switches one off"),
    checks: z
      .record(z.string(), z.enum(["on", "off"]))
      .optional()
      .describe("checks by id; off switches one off"),
    paths: z
      .record(z.string().min(1), z.array(z.string()).min(1))
      .optional()
      .describe("globs of files; the reviewers and checks that are switched off there, by id"),
    ignore: z.array(z.string().min(1)).optional().describe("globs of files that are not reviewed line by line"),
    panels: z
      .record(z.string().min(1), z.array(writtenMemberSchema))
      .optional()
      .describe("panels by name, for --panel; the agents of a panel run only if the user selects it"),
    agents: z
      .record(
        z.string(),
        z.strictObject({
          model: z.string().min(1).optional(),
          effort: z.string().min(1).optional(),
          timeout: durationSchema.optional(),
        }),
      )
      .optional()
      .describe("defaults by agent, for members that do not set their own"),
    verifier: writtenMemberSchema
      .optional()
      .describe("the agent that checks findings that matter; of another vendor than the one that raised them"),
    editor: writtenMemberSchema
      .optional()
      .describe("the agent that writes the summary; its ids and numbers are checked"),
    timeout: durationSchema.optional().describe("how long one reviewer may take: 30m"),
    idle: durationSchema.optional().describe("how long one reviewer may be silent: 10m"),
    budget: z
      .number()
      .positive()
      .optional()
      .describe("what a review may cost in US dollars, as far as agents report it"),
    readers: z.int().positive().max(20).optional().describe("how many agents must have read each hunk; default 1"),
    bundle: z
      .strictObject({
        characters: z
          .int()
          .positive()
          .max(50_000_000)
          .optional()
          .describe("characters of patches in one bundle; default 400000"),
        most: z.int().positive().max(50).optional().describe("maximum number of bundles per reviewer; default 4"),
      })
      .optional()
      .describe("how much of a change an agent gets at a time, and how often; the report names the rest"),
    setup: z
      .union([
        z.array(z.string().min(1)),
        z.strictObject({
          run: z.array(z.string().min(1)),
          network: z.boolean().optional().describe("false: without the network; default true, where it is allowed"),
        }),
      ])
      .optional()
      .describe("commands that prepare the copies of the code, in the sandbox; what they install is kept"),
    gates: z
      .record(
        z.string().regex(GATE_NAME, "is not a name of at most 40 letters, digits, dots, dashes and underscores"),
        z.union([
          z.string().min(1),
          z.strictObject({
            run: z.string().min(1).describe("a line for the shell"),
            timeout: durationSchema.optional().describe("how long one run may take; default 10m"),
            format: z
              .enum([...TOOL_FORMATS, "none"])
              .optional()
              .describe("what form its output has, if it is a linter; recognised by default; none: not read"),
            report: z
              .string()
              .min(1)
              .refine(isBelowRoot, "is not a path below the root of the repository")
              .optional()
              .describe("the file that it writes what it finds to, instead of printing it"),
          }),
        ]),
      )
      .optional()
      .describe("commands of the repository that pass or fail, such as its tests, by name; need permission"),
    probe: z
      .union([
        z.literal(false),
        z.strictObject({
          test: z.string().min(1).optional().describe("runs the whole suite; default: the gate called test"),
          related: z
            .string()
            .min(1)
            .refine((command) => command.includes(RELATED_FILES), `does not contain ${RELATED_FILES}`)
            .optional()
            .describe("runs the tests of some source files, which {files} stands for; default: by the test runner"),
          coverage: z.boolean().optional().describe("whether to measure which changed lines tests run; default true"),
          budget: durationSchema.optional().describe("for all runs together; default 9m"),
        }),
      ])
      .optional()
      .describe("breaks the changed code to see whether the tests notice; runs only with --allow-run; false: never"),
    gatesInCi: z
      .boolean()
      .optional()
      .describe("in CI the gates that the base branch names run without --allow-run; default false"),
    submodules: z.boolean().optional().describe("whether that copy includes its submodules"),
  })
  .describe(
    "Configuration of Deep Review: deep-review.config.json, deep-review.config.ts or .js, or the key deep-review in package.json",
  );
export type WrittenConfig = z.infer<typeof writtenConfigSchema>;

export type SettingName = Exclude<keyof WrittenConfig, "$schema">;

/** The settings of a configuration, in the order in which they are shown. */
export const SETTINGS = Object.keys(writtenConfigSchema.shape).filter((key) => key !== "$schema") as SettingName[];

/** The configuration in force, with defaults filled in. */
export interface Config {
  readonly archive: string;
  readonly failOn: "critical" | "important" | "suggestion" | undefined;
  /** Ids of reviewers and checks that are switched off. */
  readonly off: readonly string[];
  readonly offIn: readonly PathSwitch[];
  /** Ids that it names but only earlier versions knew. They have no effect. */
  readonly removed: readonly string[];
  readonly ignore: readonly string[];
  readonly agents: AgentSettings;
  readonly gates: readonly Gate[];
  /** Absent: there is no test command, or it is switched off. */
  readonly probe: ProbeSettings | undefined;
  readonly gatesInCi: boolean;
  /** Its source for people: `deep-review.config.json at the base commit 1a2b3c4`, or that there is no file. */
  readonly from: string;
  /** The source of each value: a file's name, or `default`. */
  readonly origins: Readonly<Record<SettingName, string>>;
  /** The file's checked content; empty if there is no file. */
  readonly written: WrittenConfig;
}

/** The settings for agents. */
export interface AgentSettings {
  readonly panels: Readonly<Record<string, readonly MemberSetting[]>>;
  /** By id of the agent. */
  readonly defaults: Readonly<Record<string, AgentDefaults>>;
  readonly verifier: MemberSetting | undefined;
  readonly editor: MemberSetting | undefined;
  readonly timeoutSeconds: number;
  readonly idleSeconds: number;
  readonly budgetUsd: number | undefined;
  readonly readers: number;
  readonly bundle: BundleLimits;
  readonly setup: readonly string[];
  /** Whether set-up commands want the network. They get it only if the user allows it. */
  readonly setupNetwork: boolean;
  readonly submodules: boolean;
}

/** How much of a change an agent gets at a time, and how often. */
export interface BundleLimits {
  /** Characters of patches in one bundle. */
  readonly budget?: number;
  readonly maxBundles?: number;
}

/** How an agent is run unless the member sets something else. */
export interface AgentDefaults {
  readonly model?: string;
  readonly effort?: string;
  readonly timeoutSeconds?: number;
}

/** The agent settings of a checked configuration, with defaults filled in. */
export function agentSettingsOf(written: WrittenConfig): AgentSettings {
  const { panels = {}, agents = {}, verifier, editor, timeout, idle } = written;
  return {
    panels: Object.fromEntries(
      Object.entries(panels).map(([name, members]) => [name, members.flatMap((member) => parseMember(member) ?? [])]),
    ),
    defaults: Object.fromEntries(
      Object.entries(agents).map(([id, { timeout: limit = "", model, effort }]) => [
        id,
        { model, effort, timeoutSeconds: parseDuration(limit) },
      ]),
    ),
    verifier: parseMember(verifier),
    editor: parseMember(editor),
    timeoutSeconds: parseDuration(timeout ?? "30m") ?? 30 * 60,
    idleSeconds: parseDuration(idle ?? "10m") ?? 10 * 60,
    budgetUsd: written.budget,
    readers: written.readers ?? 1,
    bundle: { budget: written.bundle?.characters, maxBundles: written.bundle?.most },
    setup: Array.isArray(written.setup) ? written.setup : (written.setup?.run ?? []),
    setupNetwork: Array.isArray(written.setup) || written.setup?.network !== false,
    submodules: written.submodules ?? false,
  };
}

/** The gates of a checked configuration, in its order. */
export function gatesOf({ gates = {} }: WrittenConfig): Gate[] {
  return Object.entries(gates).map(([name, written]) => {
    if (typeof written === "string") return { name, command: written, timeoutSeconds: GATE_SECONDS };
    const { run, timeout = "", format, report } = written;
    const timeoutSeconds = parseDuration(timeout) ?? GATE_SECONDS;
    return { name, command: run, timeoutSeconds, ...omitUndefined({ format, report }) };
  });
}

const GATE_SECONDS = 10 * 60;

/** The gate that runs the tests, unless the probe names a command of its own. */
const TEST_GATE = "test";
const PROBE_SECONDS = 9 * 60;

/** The probe of a checked configuration. Undefined: there is no test command, or it is switched off. */
export function probeOf(written: WrittenConfig): ProbeSettings | undefined {
  const { probe } = written;
  if (probe === false) return undefined;
  const test = probe?.test ?? gatesOf(written).find(({ name }) => name === TEST_GATE)?.command;
  if (test === undefined) return undefined;
  const { related, coverage = true, budget = "" } = probe ?? {};
  const budgetSeconds = parseDuration(budget) ?? PROBE_SECONDS;
  return { test, related, coverage, budgetSeconds, isAsked: probe !== undefined };
}

export const DEFAULT_ARCHIVE = ".deep-review";

/** The published JSON Schema of the configuration, generated from the schema that checks it. */
export function configJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(writtenConfigSchema, { target: "draft-2020-12" });
  return { $schema, $id: "deep-review/config.schema.json", title: "Deep Review configuration", ...schema };
}
