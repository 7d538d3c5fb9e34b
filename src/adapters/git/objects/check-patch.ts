import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Repository } from "../repository.ts";

/** What git says of a patch for one commit. */
export type PatchCheck =
  { readonly applies: true; readonly paths: readonly string[] } | { readonly applies: false; readonly why: string };

/** Whether git applies this patch to the commit. Touches neither index nor files, and writes no objects. */
export type CheckPatch = (patch: string) => Promise<PatchCheck>;

const APPLY = ["-c", "apply.whitespace=nowarn", "-c", "apply.ignoreWhitespace=no", "apply"] as const;
const LONGEST = 200;

/** `git apply --check` for a commit, with an index of its own. */
export function createPatchCheck(repository: Repository, commit: string): CheckPatch {
  let index: Promise<NodeJS.ProcessEnv | string> | undefined;
  return async (patch) => {
    const env = await (index ??= readIndex(repository, commit));
    if (typeof env === "string") return { applies: false, why: env };
    const { code, stderr } = await repository.run([...APPLY, "--check", "--cached", "-"], { env, input: patch });
    if (code !== 0) return { applies: false, why: firstError(stderr) };
    return { applies: true, paths: await listPaths(repository, patch) };
  };
}

/** An index with the files of the commit, or why there is none. The folder lies in the repository's temporary folder, and goes with it. */
async function readIndex(repository: Repository, commit: string): Promise<NodeJS.ProcessEnv | string> {
  const folder = await mkdtemp(join(repository.tempFolder, "patch-"));
  const env = { GIT_INDEX_FILE: join(folder, "index") };
  const { code, stderr } = await repository.run(["read-tree", "--end-of-options", commit], { env });
  if (code === 0) return env;
  await rm(folder, { recursive: true, force: true });
  return `git cannot read the commit: ${firstError(stderr)}`;
}

async function listPaths(repository: Repository, patch: string): Promise<string[]> {
  const { stdout } = await repository.run([...APPLY, "--numstat", "-z", "-"], { input: patch });
  // `added TAB removed TAB path`; of a rename, the path is that of the new file.
  const paths = stdout
    .toString("utf8")
    .split("\0")
    .flatMap((row) => row.split("\t")[2] ?? []);
  return [...new Set(paths.filter((path) => path !== ""))];
}

/** `patch failed: src/a.ts:3`, without git's prefix. */
function firstError(stderr: string): string {
  const line = stderr.split("\n").find((one) => /^(?:error|fatal): /.test(one)) ?? stderr.split("\n")[0] ?? "";
  const text = line.replace(/^(?:error|fatal): /, "").trim();
  return text === "" ? "git gives no reason" : text.slice(0, LONGEST);
}
