import { z } from "zod";
import type { PathSwitch } from "#model/change/settings.ts";
import {
  parseDuration,
  parseMember,
  type MemberSetting,
  type WrittenMember,
  writtenMemberSchema,
} from "./member-setting.ts";

const duration = () =>
  z.string().refine((text) => parseDuration(text) !== undefined, "is not a duration such as 90s, 30m or 1h");

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
          timeout: duration().optional(),
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
    timeout: duration().optional().describe("how long one reviewer may take: 30m"),
    idle: duration().optional().describe("how long one reviewer may be silent: 10m"),
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
      .array(z.string().min(1))
      .optional()
      .describe("commands that prepare an agent's copy of the code; need trust"),
    submodules: z.boolean().optional().describe("whether that copy includes its submodules"),
  })
  .describe(
    "Configuration of Deep Review: deep-review.config.json, deep-review.config.ts or .js, or the key deep-review in package.json",
  );
export type WrittenConfig = z.infer<typeof writtenConfigSchema>;

/** The settings of a configuration, in the order in which they are shown. */
export const SETTINGS = [
  ...([
    "archive",
    "failOn",
    "reviewers",
    "checks",
    "paths",
    "ignore",
    "panels",
    "agents",
    "verifier",
    "editor",
  ] as const),
  ...(["timeout", "idle", "budget", "readers", "bundle", "setup", "submodules"] as const),
] as const;
export type SettingName = (typeof SETTINGS)[number];

/** The configuration in force. */
export interface Config {
  readonly archive: string;
  readonly failOn: "critical" | "important" | "suggestion" | undefined;
  /** Ids of reviewers and checks that are switched off. */
  readonly off: readonly string[];
  readonly offIn: readonly PathSwitch[];
  /** Ids that it names and that earlier versions knew; they have no effect. */
  readonly removed: readonly string[];
  readonly ignore: readonly string[];
  readonly agents: AgentSettings;
  /** Where it was read, in words: `deep-review.config.json at the base commit 1a2b3c4`, or that there is none. */
  readonly from: string;
  /** Where each value comes from: a file's name, or `default`. */
  readonly origins: Readonly<Record<SettingName, string>>;
  /** As it was written, checked; empty where nothing was. */
  readonly written: WrittenConfig;
}

/** What the configuration says of agents. */
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
  /** How bundles are cut, where it is said. */
  readonly bundle: BundleLimits;
  readonly setup: readonly string[];
  readonly submodules: boolean;
}

/** How much of a change an agent is given at a time, and how often. */
export interface BundleLimits {
  /** Characters of patches in one bundle. */
  readonly budget?: number;
  readonly maxBundles?: number;
}

/** How an agent is asked where nobody says otherwise. */
export interface AgentDefaults {
  readonly model?: string;
  readonly effort?: string;
  readonly timeoutSeconds?: number;
}

/** What a checked configuration says of agents, with what holds where it is silent. */
export function agentSettingsOf(written: WrittenConfig): AgentSettings {
  const { panels = {}, agents = {}, verifier, editor, timeout, idle } = written;
  return {
    panels: Object.fromEntries(Object.entries(panels).map(([name, seats]) => [name, seats.flatMap(seatOf)])),
    defaults: Object.fromEntries(
      Object.entries(agents).map(([id, { timeout: longest, model, effort }]) => [
        id,
        { model, effort, timeoutSeconds: longest === undefined ? undefined : parseDuration(longest) },
      ]),
    ),
    verifier: verifier === undefined ? undefined : parseMember(verifier),
    editor: editor === undefined ? undefined : parseMember(editor),
    timeoutSeconds: (timeout === undefined ? undefined : parseDuration(timeout)) ?? 30 * 60,
    idleSeconds: (idle === undefined ? undefined : parseDuration(idle)) ?? 10 * 60,
    budgetUsd: written.budget,
    readers: written.readers ?? 1,
    bundle: { budget: written.bundle?.characters, maxBundles: written.bundle?.most },
    setup: written.setup ?? [],
    submodules: written.submodules ?? false,
  };
}

const seatOf = (written: WrittenMember): MemberSetting[] => {
  const seat = parseMember(written);
  return seat === undefined ? [] : [seat];
};

/** What holds where nothing is written. */
export const DEFAULT_ARCHIVE = ".deep-review";
