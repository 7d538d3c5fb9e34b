import { join } from "node:path";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { gitFailed } from "../git.ts";
import type { Repository } from "../repository.ts";
import type { BranchFile } from "./branch-files.ts";

/** A file for the branch, and its content: a local file, or a blob. */
export interface NewFile {
  readonly path: string;
  readonly from: { readonly file: string } | { readonly blob: string };
}

/** What a file becomes. */
export interface FileChange extends NewFile {
  readonly change: "added" | "changed";
}

/** A commit to be made. */
interface CommitRequest {
  readonly changes: readonly FileChange[];
  /** The files of the first parent are kept, except for the changes. */
  readonly parents: readonly string[];
  readonly message: string;
  readonly identity: NodeJS.ProcessEnv;
}

/** The files that differ from the branch. Writes nothing. Throws if something else is at one of the paths. */
export async function findChanges(
  repository: Repository,
  files: readonly NewFile[],
  held: ReadonlyMap<string, BranchFile>,
): Promise<readonly FileChange[]> {
  for (const { path } of files) requireRoom(path, held);
  const ids = await hash(repository, files, []);
  return files.flatMap((file, at): FileChange[] => {
    const before = held.get(file.path);
    if (before === undefined) return [{ ...file, change: "added" }];
    return before.blob === ids[at] ? [] : [{ ...file, change: "changed" }];
  });
}

/** Creates the commit in a private index. Runs no hook, moves no ref and signs nothing. */
export async function writeCommit(repository: Repository, request: CommitRequest): Promise<string> {
  const { changes, parents, message, identity } = request;
  const env = { GIT_INDEX_FILE: join(repository.tempFolder, "pages-index") };
  const run = async (args: readonly string[], input = "", more: NodeJS.ProcessEnv = {}): Promise<string> => {
    const { code, stdout, stderr } = await repository.run(args, { env: { ...env, ...more }, input });
    if (code !== 0) throw gitFailed(`make the commit of the pages (${args[0]})`, stderr);
    return stdout.toString("utf8").trim();
  };
  const ids = await hash(repository, changes, ["-w"]);
  await run(["read-tree", ...(parents[0] === undefined ? ["--empty"] : [parents[0]])]);
  const entries = changes.map(({ path }, at) => `100644 ${ids[at]}\t${path}\0`);
  await run(["update-index", "-z", "--add", "--index-info"], entries.join(""));
  const tree = await run(["write-tree"]);
  const from = parents.flatMap((parent) => ["-p", parent]);
  return run(["commit-tree", tree, ...from, "-F", "-"], `${message}\n`, identity);
}

/** The committer's identity for git. Throws a UserError if the user has not configured it. */
export async function requireIdentity(repository: Repository, env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const kept = Object.entries(env).filter(([name]) => IDENTITY.test(name));
  // Reads ignore the system's settings, but those may contain the name.
  const identity = { ...Object.fromEntries(kept), GIT_CONFIG_NOSYSTEM: env["GIT_CONFIG_NOSYSTEM"] };
  for (const name of ["GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"]) {
    const args = ["-c", "user.useConfigOnly=true", "var", name];
    const { code, stderr } = await repository.run(args, { env: identity });
    if (code !== 0) throw nobody(stderr);
  }
  return identity;
}

const IDENTITY = /^(?:HOME|EMAIL|XDG_CONFIG_HOME|GIT_(?:AUTHOR|COMMITTER)_\w+|GIT_CONFIG_(?:GLOBAL|SYSTEM))$/;

/** Paths with a line end cannot be passed to git here; ids of reviews have none. */
async function hash(
  repository: Repository,
  files: readonly NewFile[],
  options: readonly string[],
): Promise<readonly string[]> {
  const args = ["hash-object", "--no-filters", "--stdin-paths", ...options];
  const paths = files.flatMap(({ from }) => ("file" in from ? [`${from.file}\n`] : []));
  const { code, stdout, stderr } = await repository.run(args, { input: paths.join("") });
  if (code !== 0) throw gitFailed("store the pages", stderr);
  const made = stdout.toString("utf8").split("\n").values();
  return files.map(({ from }) => ("blob" in from ? from.blob : (made.next().value ?? "")));
}

/** A link, folder or submodule at the path of a page belongs to somebody else and is not removed. */
function requireRoom(path: string, held: ReadonlyMap<string, BranchFile>): void {
  const parts = path.split("/");
  const above = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
  const blocked = above.find((folder) => held.has(folder));
  if (blocked !== undefined) throw inTheWay(blocked);
  const there = held.get(path);
  if (there !== undefined && !there.mode.startsWith("100")) throw inTheWay(path);
  // Only names that we write could be folders; there are few of them.
  if (there === undefined && !path.includes("/")) {
    for (const other of held.keys()) if (other.startsWith(`${path}/`)) throw inTheWay(path);
  }
}

function inTheWay(path: string): UserError {
  return new UserError({
    what: `the branch has something else at ${printable(path)}`,
    why: "it is a link, a submodule, or a folder in the place of a file, and is not removed",
    fix: "publish to another branch with --branch, or remove it there",
  });
}

function nobody(complaint: string): UserError {
  const said = complaint.split("\n").find((line) => line.startsWith("fatal: "));
  return new UserError({
    what: "git does not know who you are",
    why: `a commit needs an author${said === undefined ? "" : `; git said: ${printable(said.slice("fatal: ".length))}`}`,
    fix: 'git config --global user.name "…" and git config --global user.email …',
  });
}
