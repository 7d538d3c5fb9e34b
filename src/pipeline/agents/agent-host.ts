import type { FoundLogin } from "#adapters/login/login.ts";
import type { SetUpPlan } from "#adapters/desk/set-up.ts";
import type { Sandbox } from "#adapters/sandbox/sandbox.ts";
import type { BundleLimits } from "#config/config.ts";
import type { BundleSet } from "#model/agent/bundle.ts";
import type { Reviewer } from "#model/panel/reviewer.ts";
import type { AgentAdapter } from "#reviewers/agent/agent-adapter.ts";
import type { BundleSettings } from "#steps/build-context/bundle-input.ts";
import type { Assignment } from "../panel.ts";
import type { Budget } from "./budget.ts";
import { makeBundles } from "./make-bundles.ts";
import { lookUp } from "#util/look-up.ts";

/** What all agents of a round share. */
export interface AgentHost {
  /** The user's environment. Agents get only a small part of it. */
  readonly env: NodeJS.ProcessEnv;
  /** The user's home. */
  readonly home: string;
  /** Looked up once, when the first agent needs it. */
  readonly sandbox: () => Promise<Sandbox>;
  readonly budget: Budget;
  readonly idleSeconds: number;
  /** The longest wait for an overloaded server, in seconds. */
  readonly longestWait: number;
  /** The commands that prepare desks. */
  readonly setup: readonly string[];
  /** How they run, apart from the round. Absent: without the network, for each desk. */
  readonly setupPlace?: SetupPlace;
  readonly submodules: boolean;
  readonly bundleLimits: BundleLimits;
  /** The bundles of a round, built once for all reviewers with the same settings. */
  readonly bundles: (assignment: Assignment, settings: BundleSettings) => Promise<BundleSet>;
}

/** How set-up commands run. */
export interface SetupPlace extends Pick<SetUpPlan, "network" | "mayLackSandbox" | "cache"> {
  /** Where results are kept; hidden from all commands. */
  readonly hidden: readonly string[];
}

/** An agent that takes part in a round: its identity, program, login and settings. */
export interface ChosenAgent {
  readonly adapter: AgentAdapter;
  readonly reviewer: Reviewer;
  readonly program: string;
  readonly version: string | undefined;
  readonly login: FoundLogin;
  readonly model: string | undefined;
  readonly effort: string | undefined;
  readonly timeoutSeconds: number;
}

/** Builds bundles once for all reviewers with the same settings. */
export function shareBundles(): AgentHost["bundles"] {
  const made = new Map<string, Promise<BundleSet>>();
  return (assignment, settings) => {
    const key = JSON.stringify(settings);
    const known = made.get(key) ?? makeBundles(assignment, settings);
    made.set(key, known);
    return known;
  };
}

/** The variables that every agent gets: enough to find programs and the network, no secrets. */
export function commonEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const kept = PASSED_ON.flatMap((name) => {
    const value = lookUp(env, name) ?? "";
    return value === "" ? [] : [[name, value] as const];
  });
  return { TERM: "dumb", LANG: "C.UTF-8", ...Object.fromEntries(kept) };
}

const LANGUAGE = ["PATH", "LANG", "LC_ALL", "TZ"];
const PROXIES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"];
const CERTIFICATES = ["SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"];
const PASSED_ON = [...LANGUAGE, ...PROXIES, ...PROXIES.map((name) => name.toLowerCase()), ...CERTIFICATES];
