// Installs the real programs of the agents, each into a folder of its own, for `npm run test:agents`.
// Nothing is done for an agent that is there already. No install script is run, and nothing global is touched.
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AgentProgram } from "./agent-programs.ts";
import { AGENT_NAMES, agentsFolder, findAgentProgram, readProgramFixture, testedVersion } from "./agent-programs.ts";
import { npmInstall } from "./npm-install.ts";

const programs = await Promise.all(AGENT_NAMES.map(async (name) => findAgentProgram(name) ?? install(name)));
const width = (field: "name" | "version"): number => Math.max(...programs.map((program) => program[field].length));
for (const { name, version, path } of programs) {
  console.log(`${name.padEnd(width("name"))}  ${version.padEnd(width("version"))}  ${path}`);
}

async function install(name: string): Promise<AgentProgram> {
  const { package: packageName } = readProgramFixture(name);
  const version = testedVersion(name);
  const folder = join(agentsFolder(), name);
  // Beside its place first, so that an installation that was interrupted is never taken for one.
  const fresh = `${folder}.new-${process.pid}`;
  await mkdir(fresh, { recursive: true });
  try {
    await writeFile(join(fresh, "package.json"), '{ "private": true }\n');
    await npmInstall(fresh, `${packageName}@${version}`);
    if (findAgentProgram(name, fresh) === undefined) {
      throw new Error(`${packageName} ${version} has no program for ${process.platform}-${process.arch}.`);
    }
    await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  const program = findAgentProgram(name);
  if (program === undefined) throw new Error(`${packageName} was installed, but is not in ${folder}.`);
  return program;
}
