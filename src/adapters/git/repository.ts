import { constants } from "node:fs";
import { access, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { UserError } from "#util/errors.ts";
import { omitUndefined } from "#util/omit-undefined.ts";
import { printable } from "#util/printable.ts";
import { runGit, startGit, type GitOptions, type GitProcess, type GitRun } from "./git.ts";

/** A repository that is read without touching its index, refs or working tree. */
export interface Repository {
  readonly name: string;
  readonly url?: string;
  readonly gitDir: string;
  /** Absent in a bare repository. */
  readonly worktree?: string;
  /** The asked-for folder below the worktree: empty, or with `/` at its end. */
  readonly prefix: string;
  readonly shallow: boolean;
  /** False when new objects go to a temporary place that vanishes with `close`. */
  readonly writable: boolean;
  readonly emptyTree: string;
  /** A temporary folder of our own. */
  readonly lab: string;
  /** Runs git with an index of our own and an empty working tree, unless `env` says otherwise. */
  run(args: readonly string[], options?: GitOptions): Promise<GitRun>;
  /** What git printed, without white space around it; undefined when it ended with an error. */
  ask(args: readonly string[]): Promise<string | undefined>;
  /** Starts a git that stays. */
  start(args: readonly string[]): GitProcess;
  close(): Promise<void>;
}

/** Finds the repository that a folder belongs to. Throws a UserError when there is none that may be read. */
export async function openRepository(folder: string, signal?: AbortSignal): Promise<Repository> {
  const found = await discover(folder, signal);
  const lab = await mkdtemp(join(tmpdir(), "deep-review-"));
  try {
    const env = await workshop(found, lab);
    const options = { env, signal };
    const emptyTree = await runGit(lab, ["hash-object", "-t", "tree", "--stdin"], options);
    const remote = await runGit(lab, ["config", "--get", "remote.origin.url"], options);
    return {
      ...found,
      ...nameOf(found, remote.stdout.toString("utf8").trim()),
      writable: env["GIT_OBJECT_DIRECTORY"] === undefined,
      emptyTree: emptyTree.stdout.toString("utf8").trim(),
      lab,
      run: (args, more = {}) => runGit(lab, args, { ...options, ...more, env: { ...env, ...more.env } }),
      async ask(args) {
        const { code, stdout } = await runGit(lab, args, options);
        return code === 0 ? stdout.toString("utf8").trim() : undefined;
      },
      start: (args) => startGit(lab, args, options),
      close: () => rm(lab, { recursive: true, force: true }),
    };
  } catch (error) {
    await rm(lab, { recursive: true, force: true });
    throw error;
  }
}

type Found = Pick<Repository, "gitDir" | "worktree" | "prefix" | "shallow">;

async function discover(folder: string, signal: AbortSignal | undefined): Promise<Found> {
  const args = ["rev-parse", "--absolute-git-dir", "--is-shallow-repository", "--is-inside-work-tree", "--show-prefix"];
  const { code, stdout, stderr } = await runGit(folder, args, { signal });
  const [gitDir = "", shallow, inside, prefix = ""] = stdout.toString("utf8").split("\n");
  if (code !== 0 || gitDir === "") throw noRepository(folder, stderr);
  const top = inside === "true" ? await runGit(folder, ["rev-parse", "--show-toplevel"], { signal }) : undefined;
  // Only the line end is git's; a folder's name may end in a blank.
  const worktree = top?.code === 0 ? top.stdout.toString("utf8").replace(/\n$/, "") : undefined;
  return { gitDir, shallow: shallow === "true", prefix, ...omitUndefined({ worktree }) };
}

/** The surroundings in which git works for us: our index, an empty working tree, and a place for new objects. */
async function workshop({ gitDir }: Found, lab: string): Promise<NodeJS.ProcessEnv> {
  const empty = join(lab, "empty");
  await mkdir(empty);
  const env = { GIT_DIR: gitDir, GIT_WORK_TREE: empty, GIT_INDEX_FILE: join(lab, "index") };
  const asked = await runGit(lab, ["rev-parse", "--path-format=absolute", "--git-path", "objects"], { env });
  const objects = asked.stdout.toString("utf8").replace(/\n$/, "");
  if (asked.code !== 0 || (await canWrite(objects))) return env;
  await mkdir(join(lab, "objects"));
  return { ...env, GIT_OBJECT_DIRECTORY: join(lab, "objects"), GIT_ALTERNATE_OBJECT_DIRECTORIES: objects };
}

function canWrite(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** A name to show. The address is made anew from host and path: what is written there may hold a password. */
function nameOf({ worktree, gitDir }: Found, remote: string): { name: string; url?: string } {
  const parts =
    /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([\w.-]+)(?::\d+)?\/([\w./~-]+)$/.exec(remote) ??
    /^(?:[\w.-]+@)?([\w.-]+\.[a-z]+):([\w./~-]+)$/.exec(remote);
  const [, host, path] = parts ?? [];
  if (host === undefined || path === undefined) {
    // A linked worktree is called as its user likes; the repository is where its git directory lies.
    const home = /^(.+?)\/\.git(?:\/(?:worktrees|modules)\/|$)/.exec(gitDir)?.[1];
    const folder = gitDir.includes("/modules/") ? worktree : (home ?? worktree ?? gitDir);
    return { name: basename(folder ?? gitDir).replace(/\.git$/, "") };
  }
  const name = path.replace(/\/+$/, "").replace(/\.git$/, "");
  return { name, url: `https://${host}/${name}` };
}

function noRepository(folder: string, complaint: string): UserError {
  if (complaint.includes("dubious ownership")) {
    return new UserError({
      what: `git does not trust the repository in ${folder}`,
      why: "it belongs to another user",
      fix: `if you trust it: git config --global --add safe.directory ${folder}`,
    });
  }
  const [line = ""] = complaint.replace(/^fatal: /, "").split("\n");
  return new UserError({
    what: `${folder} is not a git repository`,
    why: line === "" ? "git found no repository there" : `git said: ${printable(line)}`,
    fix: "go to the clone to review, or name it with --repo",
  });
}
