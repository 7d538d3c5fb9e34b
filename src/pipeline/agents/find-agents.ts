import { homedir } from "node:os";
import { type FoundLogin, findLogin } from "#adapters/login/login.ts";
import { readProgramVersion } from "#adapters/login/program-version.ts";
import type { AgentDefaults } from "#config/config.ts";
import { findProgram } from "#adapters/process/find-program.ts";
import type { AgentAdapter } from "#reviewers/agent/agent-adapter.ts";
import { AGENTS } from "#reviewers/agent/registry.ts";

/** An agent on this machine, found without starting or sending anything. */
export interface FoundAgent {
  readonly adapter: AgentAdapter;
  /** Undefined: not installed. */
  readonly program: string | undefined;
  /** Undefined: unknown without running the program. */
  readonly version: string | undefined;
  readonly login: FoundLogin;
}

/** Finds an agent's program and login. */
export async function findAgent(
  adapter: AgentAdapter,
  { env, home, program }: { readonly env: NodeJS.ProcessEnv; readonly home: string; readonly program?: string },
): Promise<FoundAgent> {
  const path = { PATH: env["PATH"] ?? "" };
  const found = await findProgram({ command: program ?? adapter.program, cwd: "/", env: path });
  const version = found.path === undefined ? undefined : await readProgramVersion(found.path);
  return { adapter, program: found.path, version, login: await findLogin(adapter.login, env, home) };
}

/** Finds all supported agents. */
export function findAgents(env: NodeJS.ProcessEnv, home: string): Promise<FoundAgent[]> {
  return Promise.all(AGENTS.map((adapter) => findAgent(adapter, { env, home })));
}

/** Finds all supported agents for this user. */
export function findAgentsHere(env: NodeJS.ProcessEnv): Promise<FoundAgent[]> {
  return findAgents(env, env["HOME"] || homedir());
}

/** A setting that the agent still needs, such as its model. Undefined if it needs nothing. */
export function wantsOf(adapter: AgentAdapter, { model, effort }: AgentDefaults = {}): string | undefined {
  return adapter.needs?.({ model, effort });
}

/** Whether it is installed, signed in as far as we can see, and has every setting it needs. */
export function isReady({ adapter, program, login }: FoundAgent, defaults?: AgentDefaults): boolean {
  return program !== undefined && login.by !== undefined && wantsOf(adapter, defaults) === undefined;
}
