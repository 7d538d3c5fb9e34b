import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeTemporaryFolder, removeTemporaryFolder } from "../../desk/owner.ts";
import { hasCode } from "#util/errors.ts";
import { quoteAlternate } from "../quote-alternate.ts";
import { type GitRun, runGit } from "../git.ts";
import type { Borrowed, Repository } from "../repository.ts";

/**
 * A scratch repository to fetch into, with its own refs, settings and shallow file. It may share the user's objects.
 */
export interface FetchRepository {
  readonly folder: string;
  readonly gitDir: string;
  /** Selects this repository. */
  readonly env: NodeJS.ProcessEnv;
  /** The fetched objects, if they are separate from the user's. Removed on close. */
  readonly borrowed?: Borrowed;
  /** Runs git in it without the network. Undefined if git fails. */
  query(args: readonly string[]): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Makes a scratch repository that knows what the user has, so that only new objects are fetched. They are stored in the
 * user's repository, unless that is shallow or read-only: without the new shallow file they would look damaged there.
 */
export async function openFetchRepository(
  repository: Repository,
  url: string,
  signal?: AbortSignal,
): Promise<FetchRepository> {
  const folder = await makeTemporaryFolder("deep-review-pull");
  const close = (): Promise<void> => removeTemporaryFolder(folder);
  try {
    const { store, shallow, partial, writable } = repository;
    const gitDir = join(folder, "git");
    const own = join(gitDir, "objects");
    await mkdir(join(own, "info"), { recursive: true });
    await mkdir(join(gitDir, "refs"));
    const isWhole = writable && !shallow;
    await Promise.all([
      writeFile(join(gitDir, "HEAD"), "ref: refs/heads/none\n"),
      writeFile(join(gitDir, "config"), settings({ format: store.format, partial, url })),
      writeFile(join(gitDir, "packed-refs"), await knownRefs(repository)),
      isWhole ? undefined : writeFile(join(own, "info", "alternates"), `${quoteAlternate(store.folders[0])}\n`),
      copyFile(store.shallowFile, join(gitDir, "shallow")).catch(unlessMissing),
    ]);
    const env = { GIT_DIR: gitDir, ...(isWhole ? { GIT_OBJECT_DIRECTORY: store.folders[0] } : {}) };
    const borrowed = { objects: own, shallowFile: join(gitDir, "shallow") };
    const query = async (args: readonly string[]): Promise<string | undefined> => {
      const { code, stdout }: GitRun = await runGit(folder, args, { env, signal });
      return code === 0 ? stdout.toString("utf8").trim() : undefined;
    };
    return { folder, gitDir, env, query, close, ...(isWhole ? {} : { borrowed }) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The only remote of a scratch repository. */
export const FETCH_REMOTE = "pull";

function settings({ format, partial, url }: { format: string; partial: boolean; url: string }): string {
  const isPlain = format === "sha1" && !partial;
  const extensions = [
    ...(format === "sha1" ? [] : [`\tobjectFormat = ${format}`]),
    ...(partial ? [`\tpartialClone = ${FETCH_REMOTE}`] : []),
  ];
  return [
    "[core]",
    `\trepositoryformatversion = ${isPlain ? 0 : 1}`,
    "\tbare = true",
    "\tlogAllRefUpdates = false",
    ...(extensions.length === 0 ? [] : ["[extensions]", ...extensions]),
    `[remote "${FETCH_REMOTE}"]`,
    `\turl = ${JSON.stringify(url)}`,
    ...(partial ? ["\tpromisor = true", "\tpartialclonefilter = blob:none"] : []),
    "",
  ].join("\n");
}

/** More are not needed to find common commits. */
const MAX_REFS = 5000;

/** The repository's refs under our own names, without those whose object is missing. */
async function knownRefs(repository: Repository): Promise<string> {
  // Branches come before tags: they are sorted by name.
  const places = ["refs/heads", "refs/remotes", "refs/tags"];
  const listing = await repository.query(["for-each-ref", "--format=%(objectname)", ...places]);
  const head = await repository.query(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  const ids = new Set([head ?? "", ...(listing ?? "").split("\n")].filter((id) => /^[0-9a-f]{40,64}$/.test(id)));
  const input = [...ids]
    .slice(0, MAX_REFS)
    .map((id) => `${id}\n`)
    .join("");
  const { stdout } = await repository.run(["cat-file", "--batch-check=%(objectname) %(objecttype)"], { input });
  const there = stdout.toString("latin1").matchAll(/^([0-9a-f]+) (?:commit|tag)$/gm);
  return [...there].map(([, id = ""], at) => `${id} refs/known/${String(at).padStart(5, "0")}\n`).join("");
}

function unlessMissing(error: unknown): void {
  if (!hasCode(error, "ENOENT")) throw error;
}
