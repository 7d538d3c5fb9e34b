import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { quoteAlternate } from "../quote-alternate.ts";
import type { Repository } from "../repository.ts";

/** What git says of a patch for one commit. */
export type PatchCheck =
  /** `patch` is what git applies: the same, or the same change with the context that git wants. */
  | { readonly applies: true; readonly patch: string; readonly paths: readonly string[] }
  | { readonly applies: false; readonly why: string };

/** Whether git applies this patch to the commit. Touches neither the user's index, files nor objects. */
export type CheckPatch = (patch: string) => Promise<PatchCheck>;

const APPLY = ["-c", "apply.whitespace=nowarn", "-c", "apply.ignoreWhitespace=no", "apply"] as const;
const CHECK = [...APPLY, "--check", "--cached", "-"] as const;
const LONGEST = 200;

/** `git apply --check` for a commit, with an index of its own. */
export function createPatchCheck(repository: Repository, commit: string): CheckPatch {
  let index: Promise<PatchIndex | string> | undefined;
  return async (patch) => {
    const own = await (index ??= readIndex(repository, commit));
    if (typeof own === "string") return { applies: false, why: own };
    const { code, stderr } = await repository.run(CHECK, { env: own.env, input: patch });
    const applied = code === 0 ? patch : await completeContext(patch, { repository, commit, own });
    if (applied === undefined) return { applies: false, why: firstError(stderr) };
    return { applies: true, patch: applied, paths: await listPaths(repository, applied) };
  };
}

interface PatchIndex {
  readonly folder: string;
  readonly env: { readonly GIT_INDEX_FILE: string };
}

/**
 * Git takes a hunk without lines below its changes for the end of the file. Applies such a patch with the lines that it
 * has, all of which must be there, and lets git write the same change with context. New objects go to a temporary folder.
 */
async function completeContext(
  patch: string,
  { repository, commit, own }: { readonly repository: Repository; readonly commit: string; readonly own: PatchIndex },
): Promise<string | undefined> {
  const folder = await mkdtemp(join(own.folder, "try-"));
  try {
    const index = join(folder, "index");
    await copyFile(own.env.GIT_INDEX_FILE, index);
    await mkdir(join(folder, "objects"));
    const env = {
      GIT_INDEX_FILE: index,
      GIT_OBJECT_DIRECTORY: join(folder, "objects"),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: repository.store.folders.map(quoteAlternate).join(delimiter),
    };
    const applied = await repository.run([...APPLY, "--cached", "--unidiff-zero", "-"], { env, input: patch });
    if (applied.code !== 0) return undefined;
    const { code, stdout } = await repository.run(["diff-index", "-p", "--cached", "--full-index", commit], { env });
    const complete = stdout.toString("utf8");
    if (code !== 0 || complete === "") return undefined;
    const checked = await repository.run(CHECK, { env: own.env, input: complete });
    return checked.code === 0 ? complete : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An index with the files of the commit, or why there is none. The folder lies in the repository's temporary folder, and goes with it. */
async function readIndex(repository: Repository, commit: string): Promise<PatchIndex | string> {
  const folder = await mkdtemp(join(repository.tempFolder, "patch-"));
  const env = { GIT_INDEX_FILE: join(folder, "index") };
  const { code, stderr } = await repository.run(["read-tree", "--end-of-options", commit], { env });
  if (code === 0) return { folder, env };
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
