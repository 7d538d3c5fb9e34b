import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "#util/errors.ts";
import { gitFailed, runGit, type GitRun } from "../git/git.ts";
import type { ObjectStore } from "../git/repository.ts";

/** What a clone is made of. */
export interface CloneRequest {
  readonly folder: string;
  readonly store: ObjectStore;
  readonly head: string;
  /** A commit, or the empty tree. */
  readonly base?: string;
  readonly signal?: AbortSignal | undefined;
}

/** A repository of its own that reads the objects of another, which is not written to. */
export interface Clone {
  readonly folder: string;
  /** Runs git in it, with none of the user's settings. */
  run(args: readonly string[], input?: string): Promise<GitRun>;
  /** Sentences on what could not be put there. */
  readonly notes: readonly string[];
}

/**
 * Makes a repository in an empty folder and checks the head out, detached. Its few files are written by hand: that is
 * faster than `git init`, takes no template, and leaves nothing to a setting.
 */
export async function makeClone({ folder, store, head, base, signal }: CloneRequest): Promise<Clone> {
  const gitDir = join(folder, ".git");
  await mkdir(join(gitDir, "objects", "info"), { recursive: true });
  await mkdir(join(gitDir, "refs"));
  await Promise.all([
    writeFile(join(gitDir, "HEAD"), `${head}\n`),
    writeFile(join(gitDir, "config"), settings(store.format)),
    writeFile(join(gitDir, "objects", "info", "alternates"), store.folders.map((one) => `${quote(one)}\n`).join("")),
    writeFile(join(gitDir, "packed-refs"), refs({ head, base, emptyTree: store.emptyTree })),
    copyFile(store.shallowFile, join(gitDir, "shallow")).catch((error: unknown) => {
      if (!hasCode(error, "ENOENT")) throw error;
    }),
  ]);
  const env = {
    GIT_DIR: gitDir,
    GIT_WORK_TREE: folder,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
  };
  const run = (args: readonly string[], input = ""): Promise<GitRun> => runGit(folder, args, { env, input, signal });
  const read = await run(["read-tree", "--end-of-options", head]);
  if (read.code !== 0) throw gitFailed("read the files of the head commit", read.stderr);
  // No filter program is set up here, so git has none to run; line ends are converted as the attributes say.
  const written = await run(["checkout-index", "--all", "--index", "--force", "--quiet"]);
  return { folder, run, notes: written.code === 0 ? [] : await sayMissing(run) };
}

function settings(format: string): string {
  const isPlain = format === "sha1";
  return [
    "[core]",
    `\trepositoryformatversion = ${isPlain ? 0 : 1}`,
    "\tbare = false",
    "\tfilemode = true",
    "\tlogallrefupdates = false",
    // For whoever runs git here: nothing is started, fetched or tidied.
    "\thooksPath = /dev/null",
    "\tfsmonitor = false",
    "[gc]\n\tauto = 0",
    "[maintenance]\n\tauto = false",
    "[protocol]\n\tallow = never",
    "[advice]\n\tdetachedHead = false",
    ...(isPlain ? [] : [`[extensions]\n\tobjectformat = ${format}`]),
    "",
  ].join("\n");
}

/** Branches may only name commits, so the empty tree is a tag. */
function refs({ head, base, emptyTree }: { head: string; base: string | undefined; emptyTree: string }): string {
  const isTree = base === emptyTree;
  const lines = [
    "# pack-refs with: peeled fully-peeled sorted ",
    ...(base === undefined || isTree ? [] : [`${base} refs/heads/base`]),
    `${head} refs/heads/head`,
    ...(isTree ? [`${base} refs/tags/base`] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** As git reads it: a name in quotation marks may hold anything. */
function quote(path: string): string {
  if (!/["\\\n#]/.test(path)) return path;
  return `"${path.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n")}"`;
}

async function sayMissing(run: Clone["run"]): Promise<readonly string[]> {
  const { stdout } = await run(["ls-files", "--deleted", "-z"]);
  const count = stdout.toString("latin1").split("\0").length - 1;
  return [
    `${count === 1 ? "1 file is" : `${count} files are`} not on the desk: this clone lacks the content, or the name is not possible here`,
  ];
}
