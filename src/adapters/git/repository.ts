import { omitUndefined } from "#util/omit-undefined.ts";
import { constants } from "node:fs";
import { access, lstat, mkdir, realpath } from "node:fs/promises";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "../desk/owner.ts";
import { quoteAlternate } from "./quote-alternate.ts";
import { runGit, startGit, type GitOptions, type GitProcess, type GitRun } from "./git.ts";
import { lookUp } from "#util/look-up.ts";

/** A repository that is read without touching its index, refs or working tree. */
export interface Repository {
  readonly name: string;
  readonly url?: string;
  readonly gitDir: string;
  /** The git directory that several working trees share. */
  readonly sharedDir: string;
  /** Absent in a bare repository. */
  readonly worktree?: string;
  /** The requested folder below the worktree: empty, or with `/` at its end. */
  readonly prefix: string;
  readonly shallow: boolean;
  /** Cloned with a filter: contents may be missing. */
  readonly partial: boolean;
  /** False if new objects go to a temporary folder that is removed on `close`. */
  readonly writable: boolean;
  readonly emptyTree: string;
  readonly store: ObjectStore;
  /** A temporary folder of our own. */
  readonly tempFolder: string;
  /** Runs git with a private index and an empty working tree, unless `env` sets others. */
  run(args: readonly string[], options?: GitOptions): Promise<GitRun>;
  /** Runs git and returns its trimmed output; undefined if it ended with an error. */
  query(args: readonly string[]): Promise<string | undefined>;
  /** Starts a long-running git. */
  start(args: readonly string[]): GitProcess;
  /** The same repository; the signal ends every git that is started here. */
  until(signal: AbortSignal | undefined): Repository;
  /** Closing it again does nothing. */
  close(): Promise<void>;
}

/** The object folders of a repository, for other repositories that borrow them. */
export interface ObjectStore {
  /** All but the first are temporary and are removed on `close`. */
  readonly folders: readonly [string, ...string[]];
  readonly format: string;
  /** Lists the boundary commits of a shallow clone; exists only in one. */
  readonly shallowFile: string;
  /** Repositories of submodules that were fetched before, by their names. */
  readonly modules: string;
  readonly emptyTree: string;
  /** Registers cleanup for when the repository is closed. */
  readonly atClose: (work: () => Promise<void>) => void;
}

/** Objects in a folder of ours, because the repository cannot or should not store them. */
export interface Borrowed {
  readonly objects: string;
  /** Lists the boundary commits of their history; exists only if it is incomplete. */
  readonly shallowFile: string;
}

/**
 * Opens the repository that a folder belongs to. Throws a UserError if there is none that may be read. Borrowed objects
 * are read like the repository's own.
 */
export async function openRepository(folder: string, signal?: AbortSignal, borrowed?: Borrowed): Promise<Repository> {
  const { store: lent, ...found } = await discover(folder, signal, borrowed);
  const closing: (() => Promise<void>)[] = [];
  const store: ObjectStore = { ...lent, atClose: (work) => void closing.push(work) };
  const tempFolder = await makeTemporaryFolder();
  try {
    const env = await makeGitEnvironment({ ...found, store }, tempFolder, borrowed);
    const own = env["GIT_OBJECT_DIRECTORY"];
    const { url, partial } = await readRemote(tempFolder, { env, signal });
    const facts = {
      ...found,
      ...nameOf(found, url),
      partial,
      writable: own === undefined,
      store: own === undefined ? store : { ...store, folders: [...store.folders, own] as const },
      tempFolder,
      async close() {
        await Promise.all(closing.splice(0).map((work) => work())).finally(() => removeTemporaryFolder(tempFolder));
      },
    };
    return withCommands(facts, { env, signal });
  } catch (error) {
    await removeTemporaryFolder(tempFolder);
    throw error;
  }
}

/** The repository with the commands that run git in it. */
function withCommands(facts: Omit<Repository, keyof Commands>, options: GitOptions): Repository {
  const { tempFolder } = facts;
  return {
    ...facts,
    run: (args, more = {}) =>
      runGit(tempFolder, args, { ...options, ...omitUndefined(more), env: { ...options.env, ...more.env } }),
    async query(args) {
      const { code, stdout } = await runGit(tempFolder, args, options);
      return code === 0 ? stdout.toString("utf8").trim() : undefined;
    },
    start: (args) => startGit(tempFolder, args, options),
    until: (signal) => withCommands(facts, { ...options, signal }),
  };
}

type Commands = Pick<Repository, "run" | "query" | "start" | "until">;

/** The address of the remote, and whether it is a promisor. */
async function readRemote(tempFolder: string, options: GitOptions): Promise<{ url: string; partial: boolean }> {
  const names = "^(remote\\.origin\\.url|remote\\..*\\.promisor|extensions\\.partialclone)$";
  const { stdout } = await runGit(tempFolder, ["config", "-z", "--get-regexp", names], options);
  const settings = stdout.toString("utf8").split("\0");
  // A line end separates name and value; the last of several addresses counts.
  const url = settings.findLast((one) => one.startsWith("remote.origin.url\n"))?.split("\n")[1] ?? "";
  const partial = settings.some((one) => /^(?:extensions\.partialclone|remote\..*\.promisor)\n(?!false)/s.test(one));
  return { url: url.trim(), partial };
}

type Found = Pick<Repository, "gitDir" | "sharedDir" | "worktree" | "prefix" | "shallow" | "emptyTree">;

/** The id of the empty tree, by object format. */
const EMPTY_TREES: Readonly<Record<string, string>> = {
  sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
};

async function discover(
  folder: string,
  signal: AbortSignal | undefined,
  borrowed: Borrowed | undefined,
): Promise<Found & { store: Omit<ObjectStore, "atClose"> }> {
  const answers = await askAll(folder, signal);
  const [gitDir = "", objects = "", shallowFile = "", modules = "", format = "", ...rest] = answers;
  const [shallow, inside, up = "", prefix = ""] = rest;
  const worktree = inside === "true" ? resolve(await realpath(folder), up) : undefined;
  // The setting core.worktree could make us read, and show, any folder of the user.
  if (worktree !== undefined && worktree !== (await findWorkingTree(folder))) throw foreignWorktree(folder, worktree);
  const emptyTree = lookUp(EMPTY_TREES, format) ?? "";
  const own: Omit<ObjectStore, "atClose"> = { folders: [objects], format, shallowFile, modules, emptyTree };
  const found = { gitDir, sharedDir: dirname(shallowFile), prefix, emptyTree, worktree };
  if (borrowed === undefined) return { ...found, store: own, shallow: shallow === "true" };
  const store = { ...own, folders: [objects, borrowed.objects] as const, shallowFile: borrowed.shallowFile };
  const isCut = await access(borrowed.shallowFile).then(
    () => true,
    () => false,
  );
  return { ...found, store, shallow: isCut };
}

/** The answers to all questions. Git ends each with a line end; if a path contains one, each is asked separately. */
async function askAll(folder: string, signal: AbortSignal | undefined): Promise<readonly string[]> {
  const run = async (questions: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await runGit(folder, ["rev-parse", "--path-format=absolute", ...questions], {
      signal,
    });
    const text = stdout.toString("utf8");
    if (text.startsWith("--")) throw tooOld();
    if (code !== 0) throw noRepository(folder, stderr);
    return text.replace(/\n$/, "");
  };
  const answers = (await run(QUESTIONS.flat())).split("\n");
  if (answers[0] === "") throw noRepository(folder, "");
  // In a bare repository some have no answer.
  return answers.length <= QUESTIONS.length ? answers : Promise.all(QUESTIONS.map(run));
}

/** The nearest folder at or above this one with `.git`, whatever the settings are; undefined if there is none. */
export async function findWorkingTree(folder: string): Promise<string | undefined> {
  let at = await realpath(folder).catch(() => folder);
  for (;;) {
    const entry = await lstat(join(at, ".git")).catch(() => undefined);
    if (entry !== undefined) return at;
    const above = dirname(at);
    if (above === at) return undefined;
    at = above;
  }
}

const QUESTIONS: readonly (readonly string[])[] = [
  ["--absolute-git-dir"],
  ["--git-path", "objects"],
  ["--git-path", "shallow"],
  ["--git-path", "modules"],
  ["--show-object-format"],
  ["--is-shallow-repository"],
  ["--is-inside-work-tree"],
  ["--show-cdup"],
  ["--show-prefix"],
];

/** Git's environment: a private index, an empty working tree, and a folder for new objects. */
async function makeGitEnvironment(
  { gitDir, store }: Pick<Repository, "gitDir" | "store">,
  tempFolder: string,
  borrowed: Borrowed | undefined,
): Promise<NodeJS.ProcessEnv> {
  const empty = join(tempFolder, "empty");
  await mkdir(empty);
  const plain = { GIT_DIR: gitDir, GIT_WORK_TREE: empty, GIT_INDEX_FILE: join(tempFolder, "index") };
  const [objects] = store.folders;
  const lent = borrowed === undefined ? [] : [borrowed.objects];
  const env = borrowed === undefined ? plain : { ...plain, GIT_SHALLOW_FILE: borrowed.shallowFile };
  if (await canWrite(objects)) return { ...env, ...alternates(lent) };
  await mkdir(join(tempFolder, "objects"));
  return { ...env, GIT_OBJECT_DIRECTORY: join(tempFolder, "objects"), ...alternates([objects, ...lent]) };
}

function alternates(folders: readonly string[]): NodeJS.ProcessEnv {
  return folders.length === 0 ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: folders.map(quoteAlternate).join(delimiter) };
}

function canWrite(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** A name to show. The address is rebuilt from host and path, since the original may contain a password. */
function nameOf({ worktree, gitDir }: Found, remote: string): { name: string; url?: string } {
  const parts =
    /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([\w.-]+)(?::\d+)?\/([\w./~-]+)$/.exec(remote) ??
    /^(?:[\w.-]+@)?([\w.-]+\.[a-z]+):([\w./~-]+)$/.exec(remote);
  const [, host, path] = parts ?? [];
  if (host === undefined || path === undefined) {
    // A linked worktree may have any name; the repository's name is that of its git directory's folder.
    const home = /^(.+?)\/\.git(?:\/(?:worktrees|modules)\/|$)/.exec(gitDir)?.[1];
    const folder = gitDir.includes("/modules/") ? worktree : (home ?? worktree ?? gitDir);
    return { name: basename(folder ?? gitDir).replace(/\.git$/, "") };
  }
  const name = path.replace(/\/+$/, "").replace(/\.git$/, "");
  return { name, url: `https://${host}/${name}` };
}

function foreignWorktree(folder: string, worktree: string): UserError {
  return new UserError({
    what: `the repository in ${folder} has its working tree in another folder`,
    why: `its setting core.worktree leads to ${worktree}, which is not the folder of its .git`,
    fix: "if you did not set it, do not trust this repository; else: git config --unset core.worktree",
  });
}

function tooOld(): UserError {
  return new UserError({ what: "this git is too old", why: "git 2.31 or later is needed", fix: "update git" });
}

function noRepository(folder: string, complaint: string): UserError {
  const foreign = foreignRepository(folder, complaint);
  if (foreign !== undefined) return foreign;
  const [line = ""] = complaint.replace(/^fatal: /, "").split("\n");
  return new UserError({
    what: `${folder} is not a git repository`,
    why: line === "" ? "git found no repository there" : `git said: ${printable(line)}`,
    fix: "go to the clone to review, or name it with --repo",
  });
}

/** The error if git refused the repository because of its owner. */
export function foreignRepository(folder: string, complaint: string): UserError | undefined {
  if (!complaint.includes("dubious ownership")) return undefined;
  const root = /repository at '(.+)'/.exec(complaint)?.[1] ?? folder;
  return new UserError({
    what: `git does not trust the repository in ${root}`,
    why: "it belongs to another user",
    fix: `if you trust it: git config --global --add safe.directory ${shellWord(root)}`,
  });
}

/** The text as one word of a shell. */
function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
