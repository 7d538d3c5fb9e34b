import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "./sources.ts";

/** One change of the benchmark. */
export interface ProbeChange {
  readonly base: string;
  readonly head: string;
  /** Changed source files, and changed lines of code in them. */
  readonly files: number;
  readonly lines: number;
  /** Two runs of the whole suite at the head, in a sandbox without network. */
  readonly seconds: readonly [number, number];
}

/** One repository of the benchmark. */
export interface ProbeRepository {
  /** `OWNER/NAME` on GitHub. */
  readonly name: string;
  readonly language: Language;
  /** `probe`: measured by `bench:probe`; `table`: for the table of gates, probe and judged survivors. */
  readonly for: "probe" | "table";
  readonly changes: readonly ProbeChange[];
}

/** How a repository is prepared and tested: brought by the user, because the commands are not ours. */
export interface ProbeCommands {
  /** Runs once for each change, in a folder with the files of its head: installs what the tests need. */
  readonly install?: string;
  /** The configuration's `setup`. */
  readonly setup?: readonly string[];
  readonly test: string;
  readonly stryker?: StrykerCommands;
}

/** How StrykerJS runs in a repository. */
export interface StrykerCommands {
  readonly runner: "vitest" | "command";
  /** Instead of `setup`: StrykerJS and its runner must be among the dependencies. */
  readonly setup: readonly string[];
}

export function readManifest(): readonly ProbeRepository[] {
  return JSON.parse(readFileSync(new URL("manifest.json", import.meta.url), "utf8")) as ProbeRepository[];
}

/** Where the prepared clones are, and the commands. Ends the bench with a clear line when they are not there. */
export function requirePrepared(): {
  readonly folder: string;
  readonly commands: Readonly<Record<string, ProbeCommands>>;
} {
  const folder = process.env["PROBE_REPOS"] ?? "";
  const file = process.env["PROBE_COMMANDS"] ?? join(folder, "commands.json");
  if (folder !== "" && existsSync(file)) {
    return { folder, commands: JSON.parse(readFileSync(file, "utf8")) as Record<string, ProbeCommands> };
  }
  console.error(`no commands at ${file}; set PROBE_REPOS to the folder of the prepared clones (bench/probe/README.md)`);
  process.exit(2);
}

/** The folder of a repository's clone. */
export const cloneOf = (folder: string, { name }: ProbeRepository): string => join(folder, name.replace("/", "+"));
