import type { SandboxLevel } from "#adapters/sandbox/sandbox.ts";

/** What `deep-review doctor --json` prints. Keys are added, never renamed; docs/guides/agents.md describes them. */
export interface Examination {
  readonly schema: 1;
  readonly deepReview: string;
  /** Whether any review can run here; the built-in reviewers always can when nothing stands in `problems`. */
  readonly canReview: boolean;
  /** What prevents every review. */
  readonly problems: readonly SetupProblem[];
  readonly platform: string;
  readonly node: { readonly version: string; readonly needed: string; readonly isSupported: boolean };
  readonly git: { readonly version?: string };
  /** Some agents search with it. */
  readonly ripgrep: { readonly program?: string };
  readonly sandbox: { readonly level: SandboxLevel; readonly says: string };
  readonly desks: DeskState;
  readonly agents: readonly AgentState[];
  readonly models: readonly ModelState[];
  readonly panel: PanelState;
  /** Absent where the folder is in no repository. */
  readonly repository?: RepositoryState;
}

/** Something that the user must put right. */
export interface SetupProblem {
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

/** Where reviewers' desks are made. */
export interface DeskState {
  /** Absent where there is no place for them. */
  readonly folder?: string;
  readonly isWritable: boolean;
  readonly freeBytes?: number;
  /** Desks of rounds that were killed; the next review with agents removes them. */
  readonly leftovers: number;
  /** Why agents cannot work here. */
  readonly problem?: string;
}

/** One coding agent as it is found here. */
export interface AgentState {
  readonly id: string;
  readonly product: string;
  readonly state: "ready" | "needs-model" | "not-signed-in" | "not-installed";
  readonly program?: string;
  /** Absent: not installed, or it does not tell. */
  readonly version?: string;
  readonly tested: string;
  /** How the installed version differs from the tested one, in major or minor. */
  readonly versionIs?: "older" | "newer";
  /** By which variable or file it is signed in; never a value. */
  readonly login?: { readonly kind: "variable" | "file"; readonly name: string };
  readonly efforts: readonly string[];
  /** Whether it can be seen what it reads. */
  readonly isObservable: boolean;
  readonly readOnlyBy: readonly string[];
  /** What to do, a sentence each; empty when it is ready. */
  readonly todo: readonly string[];
  /** What it answered; only with `--try`. */
  readonly trial?: AgentTrial;
}

/** How an agent took a question of one word. */
export interface AgentTrial {
  readonly ok: boolean;
  readonly says: string;
  readonly seconds: number;
  readonly model?: string;
  readonly costUsd?: number;
}

/** A service that models are asked at. */
export interface ModelState {
  readonly id: string;
  readonly name: string;
  /** Which variable holds a key here. */
  readonly keyVariable?: string;
  /** Which variables may. */
  readonly variables: readonly string[];
  /** Whether it can be asked without a key. */
  readonly isOpen: boolean;
}

/** What the user has chosen for every review. */
export interface PanelState {
  readonly file: string;
  readonly isChosen: boolean;
  /** Beside the built-in reviewers, as `--reviewers` takes them. */
  readonly agents: readonly string[];
  readonly verifier?: string;
  readonly editor?: string;
}

/** What is configured in the repository. */
export interface RepositoryState {
  readonly root: string;
  /** Where its configuration was read; absent where it is unusable. */
  readonly configuration?: string;
  readonly builtIn: readonly string[];
  /** Panels by name; chosen with `--panel`. */
  readonly panels: Readonly<Record<string, readonly string[]>>;
  /** What in it needs `deep-review config --trust`, and whether it has it. */
  readonly needsTrust: readonly string[];
  readonly isTrusted: boolean;
}
