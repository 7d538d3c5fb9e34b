import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { plural } from "#util/words.ts";
import { gitFailed, runGit, type GitRun } from "../git/git.ts";
import type { ObjectCopy } from "./copy-objects.ts";
import { quoteAlternate } from "../git/quote-alternate.ts";
import { formatSettings } from "./git-files.ts";

/** What a clone is made of. */
export interface CloneRequest {
  readonly folder: string;
  /** Several clones may share one. */
  readonly objects: ObjectCopy;
  readonly head: string;
  /** A commit, or the empty tree. */
  readonly base?: string | undefined;
  /** Which of the two is checked out; the head when absent. */
  readonly side?: "base" | "head" | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A repository of its own that reads objects from beside it. */
export interface DeskClone {
  readonly folder: string;
  /** Runs git in it, with none of the user's settings. */
  run(args: readonly string[], input?: string): Promise<GitRun>;
  /** Sentences on what could not be put there. */
  readonly notes: readonly string[];
}

/**
 * Makes a repository in an empty folder and checks one side out, detached. Its few files are written by hand: that is
 * faster than `git init`, takes no template, and leaves nothing to a setting.
 */
export async function makeClone(request: CloneRequest): Promise<DeskClone> {
  const { folder, objects, head, base, signal } = request;
  const { emptyTree, shallow } = objects;
  const gitDir = join(folder, ".git");
  const shown = request.side === "base" ? (base ?? emptyTree) : head;
  await mkdir(join(gitDir, "objects", "info"), { recursive: true });
  await mkdir(join(gitDir, "refs"));
  await Promise.all([
    // Only a commit can be checked out detached; before the first one, git knows a branch without commits.
    writeFile(join(gitDir, "HEAD"), shown === emptyTree ? "ref: refs/heads/none\n" : `${shown}\n`),
    writeFile(join(gitDir, "config"), settings(objects.format)),
    writeFile(join(gitDir, "objects", "info", "alternates"), `${quoteAlternate(objects.folder)}\n`),
    writeFile(join(gitDir, "packed-refs"), refs({ head, base, emptyTree })),
    shallow.length === 0 ? undefined : writeFile(join(gitDir, "shallow"), shallow.map((id) => `${id}\n`).join("")),
  ]);
  const env = {
    GIT_DIR: gitDir,
    GIT_WORK_TREE: folder,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
  };
  const run = (args: readonly string[], input = ""): Promise<GitRun> => runGit(folder, args, { env, input, signal });
  const read = await run(["read-tree", "--end-of-options", shown]);
  if (read.code !== 0) throw gitFailed("read the files of the commit", read.stderr);
  // No filter program is set up here, so git has none to run; line ends are converted as the attributes say.
  const written = await run(["checkout-index", "--all", "--index", "--force", "--quiet"]);
  return { folder, run, notes: written.code === 0 ? [] : await describeMissing(run) };
}

function settings(format: string): string {
  return [
    formatSettings(format, "bare = false", "filemode = true", "logallrefupdates = false"),
    // For whoever runs git here: nothing is started, fetched or tidied.
    "[core]\n\thooksPath = /dev/null\n\tfsmonitor = false\n",
    "[gc]\n\tauto = 0\n",
    "[maintenance]\n\tauto = false\n",
    "[protocol]\n\tallow = never\n",
    "[advice]\n\tdetachedHead = false\n",
  ].join("");
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

async function describeMissing(run: DeskClone["run"]): Promise<readonly string[]> {
  const { stdout } = await run(["ls-files", "--deleted", "-z"]);
  const count = stdout.toString("latin1").split("\0").length - 1;
  return [
    `${plural(count, "file is", "files are")} not on the desk: this clone lacks the content, or the name is not possible here`,
  ];
}
