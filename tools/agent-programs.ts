import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AGENTS } from "#reviewers/agent/registry.ts";

/**
 * `test/fixtures/agents/<id>/program.json`: where an agent's real program comes from, and how tests point it at the
 * scripted model server.
 */
export interface ProgramFixture {
  /** The npm package. The version is the adapter's `tested`: flags and events change from week to week. */
  readonly package: string;
  /**
   * Where the program may be below `node_modules`: the native one where there is one, so that no launcher stands
   * between us and it. `{platform}` is `linux-x64`; a folder `*` is any.
   */
  readonly paths: readonly string[];
  /** The model to ask for. */
  readonly model: string;
  /** Variables that sign it in and lead it to the model server; `{url}` is the server's address, without a version. */
  readonly variables: Readonly<Record<string, string>>;
  /** It gives up soon where the server fails. The others retry for minutes, and tests do not wait for that. */
  readonly failsQuickly?: boolean;
  /**
   * Files that the program would take orders from if they were in the reviewed repository; an object is written as
   * JSON. `{orders}` is text that must never reach the model, `{trace}` a file that must never be made.
   */
  readonly hostile?: Readonly<Record<string, unknown>>;
}

/** An agent's program on this machine. */
export interface AgentProgram {
  readonly name: string;
  readonly version: string;
  /** Absolute. */
  readonly path: string;
}

/** The agents that are tested with their real programs. */
export const AGENT_NAMES: readonly string[] = AGENTS.map(({ id }) => id);

/** The `program.json` of an agent. */
export function readProgramFixture(name: string): ProgramFixture {
  const path = fileURLToPath(new URL(`../test/fixtures/agents/${name}/program.json`, import.meta.url));
  return JSON.parse(readFileSync(path, "utf8")) as ProgramFixture;
}

/** The version of an agent's program that its command line was tried with. */
export function testedVersion(name: string): string {
  const adapter = AGENTS.find(({ id }) => id === name);
  if (adapter === undefined) throw new Error(`There is no agent ${name}.`);
  return adapter.tested;
}

/** The folder below which each agent is installed; the variable DEEP_REVIEW_AGENTS names another. */
export function agentsFolder(): string {
  const project = fileURLToPath(new URL("..", import.meta.url));
  return process.env.DEEP_REVIEW_AGENTS || join(project, "node_modules", ".cache", "deep-review-agents");
}

/** The programs of all agents. Throws an error that says what to do if one is not installed at the tested version. */
export function agentPrograms(): AgentProgram[] {
  const found = AGENT_NAMES.map((name) => findAgentProgram(name));
  const missing = AGENT_NAMES.filter((_, index) => found[index] === undefined);
  if (missing.length > 0) {
    const named = missing.map((name) => `${readProgramFixture(name).package} ${testedVersion(name)}`).join(", ");
    throw new Error(
      `Not installed in ${agentsFolder()}: ${named}. Run "npm run test:agents", which installs them, or "npx tsx tools/install-agents.ts".`,
    );
  }
  return found.filter((program) => program !== undefined);
}

/** The program of one agent. Throws like `agentPrograms`. */
export function agentProgram(name: string): AgentProgram {
  const program = agentPrograms().find((one) => one.name === name);
  if (program === undefined) throw new Error(`There is no agent ${name}.`);
  return program;
}

/** The program of one agent at the tested version, if it is installed. */
export function findAgentProgram(name: string, folder = join(agentsFolder(), name)): AgentProgram | undefined {
  const modules = join(folder, "node_modules");
  const fixture = readProgramFixture(name);
  const version = testedVersion(name);
  const manifest = join(modules, fixture.package, "package.json");
  if (!existsSync(manifest) || JSON.parse(readFileSync(manifest, "utf8")).version !== version) return undefined;
  const path = fixture.paths.flatMap((pattern) => expand(modules, pattern)).find((candidate) => existsSync(candidate));
  return path === undefined ? undefined : { name, version, path };
}

function expand(modules: string, pattern: string): string[] {
  const path = join(modules, pattern.replaceAll("{platform}", `${process.platform}-${process.arch}`));
  const [before = "", after] = path.split("/*/");
  if (after === undefined) return [path];
  return existsSync(before) ? readdirSync(before).map((name) => join(before, name, after)) : [];
}
