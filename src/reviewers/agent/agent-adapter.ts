import type { AgentEnd, AgentEvent } from "#model/agent/agent-event.ts";

/**
 * A coding agent as a reviewer: how to start it headless and read-only, and how to read its output. Pure: it touches no
 * file and no process. `npm run new:agent NAME` writes a skeleton, and the contract tests report what it still lacks.
 */
export interface AgentAdapter {
  /** What users write in `--reviewers`: `claude`. */
  readonly id: string;
  /** The name in reports: `Claude`. */
  readonly name: string;
  /** The full name of the program: `Claude Code`. */
  readonly product: string;
  /** The vendor's line of models: two reviewers of one family count as one voice. */
  readonly family: string;
  /** The family of a model, for a program that runs models of many vendors. Default: `family`. */
  familyOf?(model: string): string;
  /** The program's name in PATH. */
  readonly program: string;
  /** One command that installs it. */
  readonly install: string;
  /** The version that the command line was tested with. */
  readonly tested: string;
  readonly login: AgentLogin;
  /** Supported levels of effort, lowest first. */
  readonly efforts: readonly string[];
  /** Whether its stream shows what its tools opened. If not, nothing that it read is proven. */
  readonly isObservable: boolean;
  /** Whether its program accepts a spending limit. It then gets a share of the round's budget. */
  readonly takesBudget?: boolean;
  /** Whether it searches with `rg`, which users install themselves. */
  readonly needsRipgrep?: boolean;
  /** What keeps it from writing, to complete "read-only by": `tools that only read`. Absent: unknown. */
  readonly readOnlyBy?: string;
  /** The version in what `<program> --version` prints. */
  readVersion(output: string): string | undefined;
  /** What this job lacks, as an instruction to the user; undefined if nothing. Called before `plan`. */
  needs?(job: Pick<AgentJob, "model" | "effort">): string | undefined;
  plan(job: AgentJob): AgentPlan;
  /** A new reader for one run. */
  createReader(job: AgentJob): AgentReader;
}

/** How an agent is signed in. It can be checked without sending anything. */
export interface AgentLogin {
  /** Environment variables, one of which suffices. */
  readonly variables: readonly string[];
  /** Variables that are passed on if set, such as endpoints and projects. They do not sign in. */
  readonly companions: readonly string[];
  /** Companions that carry secrets and are masked. */
  readonly secretCompanions?: readonly string[];
  /** Files below the user's HOME, one of which suffices. Copied to the private HOME, and back if the agent renewed them. */
  readonly files: readonly string[];
  /** Files below the user's HOME that are copied too if they exist. They do not sign in. */
  readonly companionFiles?: readonly string[];
  /** How to sign in, in one sentence. */
  readonly how: string;
}

/** One run of an agent. Folders are absolute. */
export interface AgentJob {
  /** Its working directory: `code/` is the reviewed commit, `review/` the bundle. Read-only. */
  readonly desk: string;
  /** A HOME of its own, writable. */
  readonly home: string;
  /** Its own folder for temporary files, writable, neither above nor below `home`. */
  readonly tmp: string;
  /** The program, found in PATH. */
  readonly program: string;
  readonly version?: string;
  /** Short, written by us, without any reviewed text. */
  readonly prompt: string;
  readonly model?: string;
  readonly effort?: string;
  /** Login variables and companions that are set. */
  readonly variables: Readonly<Record<string, string>>;
  /** Login files that were found and copied to `home`. */
  readonly loginFiles?: readonly string[];
  /** How often it may retry a request. */
  readonly retries: number;
  /** The spending limit, for agents with `takesBudget`. */
  readonly budgetUsd?: number;
}

/** How an agent is started. */
export interface AgentPlan {
  readonly command: string;
  readonly args: readonly string[];
  /** The environment besides PATH, HOME, TMPDIR, LANG and TERM. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly stdin: string;
  /** Standard input stays open for `send` events. */
  readonly keepsStdin: boolean;
  /** Files to write first; `path` is relative to HOME. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** Reads what an agent prints. Never throws. */
export interface AgentReader {
  /** One line of standard output, without its end. */
  line(text: string): readonly AgentEvent[];
  /** One line of standard error, for agents that report retries only there. */
  complaint?(text: string): readonly AgentEvent[];
  /** The process has ended. */
  end(exit: AgentExit): AgentEnd;
}

/** How a process ended. `complaint` is the end of its standard error. */
export interface AgentExit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly complaint: string;
}
