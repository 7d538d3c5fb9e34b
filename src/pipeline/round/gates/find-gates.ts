import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { git } from "#adapters/git/git.ts";
import { proposeGates, type ProposedGates } from "#steps/propose-gates/propose-gates.ts";
import { proposeSetup } from "#steps/propose-gates/propose-setup.ts";

/** What a repository could put into its configuration. */
export interface FoundCommands {
  /** What prepares the copies that the gates run on. */
  readonly setup: readonly string[];
  readonly gates: ProposedGates;
}

/** Recognises the commands of a repository that could be its gates, by the tracked files of the working tree. Runs none. */
export async function findGates(root: string): Promise<FoundCommands> {
  const listed = await git(root, ["ls-files", "-z"]);
  const paths = (listed ?? "").split("\0").filter((path) => path !== "");
  const read = (name: string) => (paths.includes(name) ? readSmall(join(root, name)) : undefined);
  const golangci = paths.find((path) => /^\.golangci\.(?:ya?ml|toml|json)$/.test(path));
  const packageJson = await read("package.json");
  const gates = proposeGates({
    paths,
    packageJson,
    makefile: await read("Makefile"),
    pyproject: await read("pyproject.toml"),
    golangci: golangci === undefined ? undefined : ((await read(golangci)) ?? ""),
  });
  return { gates, setup: Object.keys(gates).length === 0 ? [] : proposeSetup({ paths, packageJson }) };
}

const MAX_BYTES = 1024 * 1024;

/** Follows no links: they may lead out of the repository. */
async function readSmall(path: string): Promise<string | undefined> {
  const entry = await lstat(path).catch(() => undefined);
  if (entry?.isFile() !== true || entry.size > MAX_BYTES) return undefined;
  return readFile(path, "utf8").catch(() => undefined);
}
