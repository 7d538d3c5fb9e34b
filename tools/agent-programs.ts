import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The agents that are tested with their real programs. */
export type AgentName = "claude" | "codex" | "gemini" | "opencode";

/** An agent's program on this machine. */
export interface AgentProgram {
  readonly name: AgentName;
  readonly version: string;
  /** Absolute; the native program where there is one, so that no launcher stands between us and it. */
  readonly path: string;
}

/** Where an agent comes from. The versions are fixed: their flags and events change from week to week. */
export const AGENT_PACKAGES: Readonly<Record<AgentName, { readonly package: string; readonly version: string }>> = {
  claude: { package: "@anthropic-ai/claude-code", version: "2.1.325" },
  codex: { package: "@openai/codex", version: "0.166.0" },
  gemini: { package: "@google/gemini-cli", version: "0.61.0" },
  opencode: { package: "opencode-ai", version: "1.18.33" },
};

/** The names of the agents. */
export const AGENT_NAMES = Object.keys(AGENT_PACKAGES) as AgentName[];

/** The folder below which each agent is installed; the variable DEEP_REVIEW_AGENTS names another. */
export function agentsFolder(): string {
  const project = fileURLToPath(new URL("..", import.meta.url));
  return process.env.DEEP_REVIEW_AGENTS || join(project, "node_modules", ".cache", "deep-review-agents");
}

/** The programs of all agents. Throws, and says what to do, when one is not installed at the version we test. */
export function agentPrograms(): Readonly<Record<AgentName, AgentProgram>> {
  const found = AGENT_NAMES.map((name) => findAgentProgram(name));
  const missing = AGENT_NAMES.filter((_, index) => found[index] === undefined);
  if (missing.length > 0) {
    const named = missing.map((name) => `${AGENT_PACKAGES[name].package} ${AGENT_PACKAGES[name].version}`).join(", ");
    throw new Error(
      `Not installed in ${agentsFolder()}: ${named}. Run "npm run test:agents", which installs them, or "npx tsx tools/install-agents.ts".`,
    );
  }
  return Object.fromEntries(found.map((program) => [program?.name, program])) as Record<AgentName, AgentProgram>;
}

/** The program of one agent at the version we test, if it is installed. */
export function findAgentProgram(name: AgentName, folder = join(agentsFolder(), name)): AgentProgram | undefined {
  const modules = join(folder, "node_modules");
  const { package: packageName, version } = AGENT_PACKAGES[name];
  const manifest = join(modules, packageName, "package.json");
  if (!existsSync(manifest) || JSON.parse(readFileSync(manifest, "utf8")).version !== version) return undefined;
  const path = PROGRAMS[name](modules).find((candidate) => existsSync(candidate));
  return path === undefined ? undefined : { name, version, path };
}

/** Where the program may lie inside node_modules. Native programs come in a package per platform. */
const PROGRAMS: Readonly<Record<AgentName, (modules: string) => readonly string[]>> = {
  claude: (modules) => platforms("").map((platform) => join(modules, `@anthropic-ai/claude-code-${platform}/claude`)),
  codex: (modules) =>
    platforms("").flatMap((platform) => {
      const vendor = join(modules, `@openai/codex-${platform}/vendor`);
      return existsSync(vendor) ? readdirSync(vendor).map((triple) => join(vendor, triple, "bin/codex")) : [];
    }),
  gemini: (modules) => [join(modules, ".bin/gemini")],
  opencode: (modules) =>
    [...platforms(""), ...platforms("-baseline")].map((platform) => join(modules, `opencode-${platform}/bin/opencode`)),
};

function platforms(variant: string): string[] {
  const platform = `${process.platform}-${process.arch}${variant}`;
  return [platform, `${platform}-musl`];
}
