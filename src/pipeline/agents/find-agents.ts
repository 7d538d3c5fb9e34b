import { homedir } from "node:os";
import { type FoundLogin, findLogin } from "#adapters/login/login.ts";
import { readProgramVersion } from "#adapters/login/program-version.ts";
import type { AgentDefaults } from "#config/config.ts";
import { findProgram } from "#adapters/process/find-program.ts";
import type { AgentAdapter } from "#reviewers/agent/agent-adapter.ts";
import { AGENTS } from "#reviewers/agent/registry.ts";

/** An agent as it is found on this machine. Nothing was started or sent to know it. */
export interface FoundAgent {
  readonly adapter: AgentAdapter;
  /** Undefined: not installed. */
  readonly program: string | undefined;
  /** Undefined: not known without running it. */
  readonly version: string | undefined;
  readonly login: FoundLogin;
}

/** Looks where an agent's program and its login are. */
export async function findAgent(
  adapter: AgentAdapter,
  { env, home, program }: { readonly env: NodeJS.ProcessEnv; readonly home: string; readonly program?: string },
): Promise<FoundAgent> {
  const path = { PATH: env["PATH"] ?? "" };
  const found = await findProgram({ command: program ?? adapter.program, cwd: "/", env: path });
  const version = found.path === undefined ? undefined : await readProgramVersion(found.path);
  return { adapter, program: found.path, version, login: await findLogin(adapter.login, env, home) };
}

/** All agents that we know, as they are found on this machine. */
export function findAgents(env: NodeJS.ProcessEnv, home: string): Promise<FoundAgent[]> {
  return Promise.all(AGENTS.map((adapter) => findAgent(adapter, { env, home })));
}

/** The same for this user. */
export function findAgentsHere(env: NodeJS.ProcessEnv): Promise<FoundAgent[]> {
  return findAgents(env, env["HOME"] || homedir());
}

/** What an agent still has to be told, such as its model; undefined where it can be asked as it is. */
export function wantsOf(adapter: AgentAdapter, { model, effort }: AgentDefaults = {}): string | undefined {
  return adapter.needs?.({ model, effort });
}

/** Installed, signed in as far as we can see, and told all that it must be told. */
export function isReady({ adapter, program, login }: FoundAgent, defaults?: AgentDefaults): boolean {
  return program !== undefined && login.by !== undefined && wantsOf(adapter, defaults) === undefined;
}
