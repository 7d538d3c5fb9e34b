import { copyFile, lstat } from "node:fs/promises";
import { join } from "node:path";
import { printable } from "#util/printable.ts";
import { listSome } from "#util/words.ts";
import { decodePath, splitBytes } from "../decode-path.ts";
import type { Repository } from "../repository.ts";
import type { Filters } from "./filters.ts";

/** The user's index, with what is needed to inspect it. */
interface IndexView {
  readonly repository: Repository;
  /** With the user's index and working tree. */
  readonly env: NodeJS.ProcessEnv;
  readonly filters: Filters;
  /** The commit that staged files are compared with. */
  readonly tree: string;
}

/**
 * What a snapshot of the working tree does not include, a phrase each: staged content that differs from the working
 * tree, and changes in files that git was told to ignore.
 */
export async function describeNotCovered(view: IndexView): Promise<string[]> {
  const [staged, marked] = await Promise.all([listStagedDifferences(view), listHiddenChanges(view)]);
  return [
    ...(staged.length === 0 ? [] : [`staged with other content than the reviewed working tree: ${nameSome(staged)}`]),
    ...(marked.length === 0 ? [] : [`changed but marked as unchanged for git, and not reviewed: ${nameSome(marked)}`]),
  ];
}

const nameSome = (paths: readonly Buffer[]): string => listSome(paths.map((path) => printable(decodePath(path))));

/** Files whose staged content differs from the working tree. */
async function listStagedDifferences({ repository, env, filters, tree }: IndexView): Promise<Buffer[]> {
  const list = async (args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Buffer[]> =>
    splitBytes((await repository.run([...args, ...NAMES], { env: { ...env, ...more } })).stdout);
  const staged = await list(["diff-index", "--cached", "--ita-invisible-in-index", tree]);
  if (staged.length === 0) return [];
  // Use a copy: `git diff` writes file times into the index, whatever the lock options are.
  const index = join(repository.tempFolder, "compared-index");
  await copyFile(join(repository.gitDir, "index"), index).catch(() => undefined);
  const differing = await list(["diff"], { GIT_INDEX_FILE: index });
  const changed = new Set(differing.map((path) => path.toString("latin1")));
  const both = staged.filter((path) => changed.has(path.toString("latin1")));
  // The content that a filter program produces differs from the stored content.
  const filterOf = await filters.of(both);
  return both.filter((_, at) => filterOf[at] === undefined);
}

const NAMES = ["--name-only", "-z", "--no-ext-diff", "--no-renames", "--ignore-submodules=dirty", "--"];

/** More of them mean a sparse checkout. */
const MAX_MARKED = 2000;

/** Files with `assume-unchanged` or `skip-worktree` whose content differs from the index. */
async function listHiddenChanges({ repository, env }: IndexView): Promise<Buffer[]> {
  const folder = repository.worktree ?? "";
  const { stdout } = await repository.run(["-C", folder, "ls-files", "-v", "-s", "-z"], { env });
  const marked = splitBytes(stdout).flatMap((entry) => {
    const [, mode = "", id = ""] = /^(?:[a-z]|S) (\d+) ([0-9a-f]+) /.exec(entry.toString("latin1")) ?? [];
    return mode.startsWith("100") ? [{ id, path: entry.subarray(entry.indexOf(9) + 1) }] : [];
  });
  const present: typeof marked = [];
  for (const each of marked.slice(0, MAX_MARKED)) {
    const stats = await lstat(Buffer.concat([Buffer.from(`${folder}/`), each.path])).catch(() => undefined);
    // `hash-object` takes one path per line.
    if (stats?.isFile() === true && !each.path.includes(10)) present.push(each);
  }
  if (present.length === 0) return [];
  const input = Buffer.concat(present.flatMap(({ path }) => [path, Buffer.from("\n")]));
  const hashed = await repository.run(["-C", folder, "hash-object", "--stdin-paths"], { env, input });
  const ids = hashed.stdout.toString("latin1").split("\n");
  return present.flatMap(({ id, path }, at) => (ids[at] === id ? [] : [path]));
}
