import type { AgentEnd, AgentEvent } from "#model/agent/agent-event.ts";

/**
 * A coding agent as a reviewer: how it is started headless and read-only, and how its output is read. Pure: it touches
 * no file and no process. `npm run new:agent NAME` writes the skeleton of a new one; the contract suite says what is
 * still missing.
 */
export interface AgentAdapter {
  /** `claude`: what users write in `--reviewers`. */
  readonly id: string;
  /** `Claude`: as reports name it. */
  readonly name: string;
  /** `Claude Code`: the program. */
  readonly product: string;
  /** The vendor's line of models: two reviewers of one family are one voice. */
  readonly family: string;
  /** The family of a model, for a program that runs the models of many vendors; absent: always `family`. */
  familyOf?(model: string): string;
  /** The program's name in PATH. */
  readonly program: string;
  /** One command that installs it. */
  readonly install: string;
  /** The version that the command line was tried with. */
  readonly tested: string;
  readonly login: AgentLogin;
  /** Levels of effort that it takes, lowest first; empty: it takes none. */
  readonly efforts: readonly string[];
  /** Whether its stream tells what its tools opened. Where not, nothing that it read is proven. */
  readonly isObservable: boolean;
  /** Whether its program takes a limit of what it may spend. It is then given a share of the round's budget. */
  readonly takesBudget?: boolean;
  /** It searches with the program `rg`, which people install themselves. */
  readonly needsRipgrep?: boolean;
  /** What in its command line keeps it from writing, after "read-only by": `tools that only read`. Absent: not known. */
  readonly readOnlyBy?: string;
  /** The version in what `<program> --version` prints. */
  readVersion(output: string): string | undefined;
  /** What is missing for this job, as a sentence that says what to do; absent: nothing. Asked before `plan`. */
  needs?(job: Pick<AgentJob, "model" | "effort">): string | undefined;
  plan(job: AgentJob): AgentPlan;
  /** A new reader for one run. */
  createReader(job: AgentJob): AgentReader;
}

/** How an agent is signed in, told without sending anything. */
export interface AgentLogin {
  /** Variables of the environment of which one suffices. */
  readonly variables: readonly string[];
  /** Variables that are passed on where they are set: endpoints, projects. They do not sign in. */
  readonly companions: readonly string[];
  /** Those of the companions that carry secrets, and are masked like what signs in. */
  readonly secretCompanions?: readonly string[];
  /** Files below the user's HOME of which one suffices. Copied to the private HOME, and back when the agent renewed them. */
  readonly files: readonly string[];
  /** Files below the user's HOME that are copied along where they are there. They do not sign in. */
  readonly companionFiles?: readonly string[];
  /** What to do to sign in, in one sentence. */
  readonly how: string;
}

/** One run of an agent. Folders are absolute. */
export interface AgentJob {
  /** Where it works: `code/` is the reviewed commit, `review/` the bundle. Read-only. */
  readonly desk: string;
  /** A HOME of its own, writable. */
  readonly home: string;
  /** A folder for temporary files of its own, writable, not above nor below `home`. */
  readonly tmp: string;
  /** The program, found in PATH. */
  readonly program: string;
  /** Its version, where it is known. */
  readonly version?: string;
  /** Short, ours, holds no reviewed text. */
  readonly prompt: string;
  readonly model?: string;
  readonly effort?: string;
  /** Login variables and companions that are set. */
  readonly variables: Readonly<Record<string, string>>;
  /** Login files that were found and copied to `home`. */
  readonly loginFiles?: readonly string[];
  /** How often it may try again by itself. */
  readonly retries: number;
  /** What it may spend, where it can be told. */
  readonly budgetUsd?: number;
}

/** How an agent is started. */
export interface AgentPlan {
  readonly command: string;
  readonly args: readonly string[];
  /** Everything it gets besides PATH, HOME, TMPDIR, LANG and TERM. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly stdin: string;
  /** Standard input stays open for what `send` events say. */
  readonly keepsStdin: boolean;
  /** Files to be written below its HOME first; `path` is relative to it. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** Reads what an agent prints. Never throws, whatever comes. */
export interface AgentReader {
  /** One line of standard output, without its end. */
  line(text: string): readonly AgentEvent[];
  /** One line of standard error as it comes, for agents that tell of their retries there only. */
  complaint?(text: string): readonly AgentEvent[];
  /** The process is gone. `exit` says how, `complaint` is the end of its standard error. */
  end(exit: AgentExit): AgentEnd;
}

/** How a process ended. */
export interface AgentExit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly complaint: string;
}
