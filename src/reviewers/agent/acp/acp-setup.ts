import type { AgentJob, AgentLogin, AgentPlan } from "../agent-adapter.ts";

/** An agent that speaks the protocol, as the configuration or a preset describes it. */
export interface AcpSetup {
  /** What users write in `--reviewers`. */
  readonly id: string;
  /** As reports name it. */
  readonly name: string;
  /** The vendor's line of models. */
  readonly family: string;
  /** Program and arguments: `["copilot", "--acp"]`. */
  readonly command: readonly [string, ...string[]];
  /** The program's full name; the command without one. */
  readonly product?: string;
  /** One command that installs it. */
  readonly install?: string;
  /** The version that it was tried with. */
  readonly tested?: string;
  readonly login?: AgentLogin;
  readonly efforts?: readonly string[];
  /** The mode that it must be in; else its read-only mode, where it has one. */
  readonly mode?: string;
  /** Further fields of `session/new`: switches that only this agent knows. */
  readonly session?: object;
  /** What its command or its files say, so that the session is not asked for it. */
  readonly setBefore?: readonly ("model" | "effort")[];
  /** The tokens that it tells are those of its last step, not of the turn. */
  readonly tellsLastStepOnly?: boolean;
  /** It shows people a summary of what its tools gave, and the model the whole. */
  readonly tellsSummariesOnly?: boolean;
  /** The tool's own name in the id of a call, where it is hidden there. */
  readonly nameInId?: RegExp;
  /** The `offset` of a read is the number of its first line, from 1; else it is not known where it counts from. */
  readonly offsetIsLine?: boolean;
  /** The first title of a call is the tool's own name. */
  readonly nameInTitle?: boolean;
  /** Whether its stream does not tell what its tools opened. */
  readonly isUnobservable?: boolean;
  /** What is missing for a job, as a sentence that says what to do. */
  needs?(job: AgentJob): string | undefined;
  /** What it needs besides its command to be read-only and quiet. `cwd`: where it works, when that is not the desk. */
  prepare?(job: AgentJob): Partial<Pick<AgentPlan, "args" | "env" | "files" | "cwd">>;
}
