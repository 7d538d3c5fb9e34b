import type { AgentJob, AgentLogin, AgentPlan } from "../agent-adapter.ts";

/** An agent that supports the protocol, as the configuration or a preset describes it. */
export interface AcpSetup {
  /** What users write in `--reviewers`. */
  readonly id: string;
  /** The name in reports. */
  readonly name: string;
  /** The vendor's line of models. */
  readonly family: string;
  /** Program and arguments: `["copilot", "--acp"]`. */
  readonly command: readonly [string, ...string[]];
  /** The program's full name. Default: `name`. */
  readonly product?: string;
  /** One command that installs it. */
  readonly install?: string;
  /** The version that it was tested with. */
  readonly tested?: string;
  readonly login?: AgentLogin;
  readonly efforts?: readonly string[];
  /** The mode to use. Default: its read-only mode, if it has one. */
  readonly mode?: string;
  /** Further fields of `session/new` that only this agent supports. */
  readonly session?: object;
  /** What its command or files already set, so that the session does not set it. */
  readonly setBefore?: readonly ("model" | "effort")[];
  /** Whether it reports the tokens of its last step, not of the turn. */
  readonly reportsLastStepOnly?: boolean;
  /** Whether it reports a summary of what its tools returned, while the model gets all of it. */
  readonly reportsSummariesOnly?: boolean;
  /** Finds the tool's name in the id of a call. */
  readonly nameInId?: RegExp;
  /** Whether the `offset` of a read is a line number from 1. If not, its base is unknown. */
  readonly offsetIsLine?: boolean;
  /** Whether the first title of a call is the tool's name. */
  readonly nameInTitle?: boolean;
  /** Whether its stream hides what its tools opened. */
  readonly isUnobservable?: boolean;
  /** What a job lacks, as an instruction to the user. */
  needs?(job: AgentJob): string | undefined;
  /** What it needs besides its command to be read-only and quiet. `cwd`: its working directory, if not the desk. */
  prepare?(job: AgentJob): Partial<Pick<AgentPlan, "args" | "env" | "files" | "cwd">>;
}
