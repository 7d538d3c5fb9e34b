import { z } from "zod";
import type { PathSwitch } from "#model/change/settings.ts";

/** The configuration as people write it. Everything is optional. */
export const writtenConfigSchema = z
  .strictObject({
    $schema: z.string().optional().describe("for editors"),
    archive: z.string().min(1).optional().describe("where reviews are kept, from the repository's root"),
    failOn: z
      .enum(["critical", "important", "suggestion"])
      .optional()
      .describe("end with 1 if a finding is at or above"),
    reviewers: z
      .record(z.string(), z.boolean())
      .optional()
      .describe("built-in reviewers by id; false switches one off, true switches on one that is off by default"),
    checks: z
      .record(z.string(), z.enum(["on", "off"]))
      .optional()
      .describe("checks by id; off switches one off"),
    paths: z
      .record(z.string().min(1), z.array(z.string()).min(1))
      .optional()
      .describe("globs of files; the reviewers and checks that are switched off there, by id"),
    ignore: z.array(z.string().min(1)).optional().describe("globs of files that are not reviewed line by line"),
  })
  .describe(
    "Configuration of Deep Review: deep-review.config.json, deep-review.config.ts or .js, or the key deep-review in package.json",
  );
export type WrittenConfig = z.infer<typeof writtenConfigSchema>;

/** The settings of a configuration, in the order in which they are shown. */
export const SETTINGS = ["archive", "failOn", "reviewers", "checks", "paths", "ignore"] as const;
export type Setting = (typeof SETTINGS)[number];

/** The configuration in force. */
export interface Config {
  readonly archive: string;
  readonly failOn: "critical" | "important" | "suggestion" | undefined;
  /** Ids of reviewers and checks that are switched off. */
  readonly off: readonly string[];
  readonly offIn: readonly PathSwitch[];
  readonly ignore: readonly string[];
  /** Where it was read, in words: `deep-review.config.json at the base commit 1a2b3c4`, or that there is none. */
  readonly from: string;
  /** Where each value comes from: a file's name, or `default`. */
  readonly origins: Readonly<Record<Setting, string>>;
  /** As it was written, checked; empty where nothing was. */
  readonly written: WrittenConfig;
}

/** What holds where nothing is written. */
export const DEFAULT_ARCHIVE = ".deep-review";
