import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageFolder } from "#adapters/files/package-folder.ts";
import { gitFailed, runGit } from "#adapters/git/git.ts";

/** The files of the demo that ship with the package. */
export function readSample(name: string): Promise<string> {
  return readFile(join(packageFolder(), "samples", "demo", name), "utf8");
}

/** Makes the sample repository, with the branch to review checked out. Returns its folder. */
export async function makeSampleRepository(parent: string, signal: AbortSignal): Promise<string> {
  const folder = join(parent, "hookrelay");
  await mkdir(folder);
  const run = async (args: readonly string[], input?: string): Promise<void> => {
    const { code, stderr } = await runGit(folder, args, { input, signal });
    if (code !== 0) throw gitFailed("make the sample repository", stderr);
  };
  // Without the user's templates, which may hold hooks.
  await run(["init", "--quiet", "--template=", "--initial-branch=main", "."]);
  await run(["fast-import", "--quiet"], await readSample("hookrelay.fast-export"));
  await run(["checkout", "--quiet", BRANCH]);
  return folder;
}

const BRANCH = "retry-deliveries";
