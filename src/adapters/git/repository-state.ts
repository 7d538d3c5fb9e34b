import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Repository } from "./repository.ts";
import { splitFields } from "./decode-path.ts";

/** The state of a user's repository, by what people call its parts: `branch main`, `file src/a.ts`, `the configuration`. */
export type RepositorySnapshot = ReadonlyMap<string, string>;

/** One part that differs. */
export interface RepositoryChange {
  readonly part: string;
  readonly what: "added" | "removed" | "changed";
}

/** After this many files, other work gets its turn. */
const AT_ONCE = 500;

/**
 * Reads the state of a repository without touching it: HEAD, refs, linked working trees, hooks, configuration, what is
 * staged, and the metadata of tracked files. Contents of files are not read. `own` are folders that we write to.
 */
export async function readRepositoryState(
  repository: Repository,
  own: readonly string[] = [],
): Promise<RepositorySnapshot> {
  const { gitDir, sharedDir, worktree } = repository;
  const state = new Map<string, string>();
  const note = (part: string, value: string | undefined): void => {
    if (value !== undefined) state.set(part, value);
  };
  note("HEAD", read(join(gitDir, "HEAD")));
  for (const folder of new Set([gitDir, sharedDir])) {
    note("the configuration", hash(`${read(join(folder, "config"))}\0${read(join(folder, "config.worktree"))}`));
    for (const name of ["exclude", "attributes"]) note(`info/${name}`, read(join(folder, "info", name)));
  }
  const { stdout } = await repository.run(["for-each-ref", "--format=%(objectname) %(refname)"]);
  for (const line of stdout.toString("utf8").split("\n").filter(Boolean)) {
    const [id = "", ...name] = line.split(" ");
    note(nameRef(name.join(" ")), id);
  }
  for (const name of list(join(sharedDir, "worktrees")))
    note(`worktree ${name}`, read(join(sharedDir, "worktrees", name, "gitdir")));
  for (const name of list(join(sharedDir, "hooks"))) note(`hook ${name}`, describe(join(sharedDir, "hooks", name)));
  if (worktree !== undefined) await readFiles(repository, worktree, { note, own });
  return state;
}

function nameRef(ref: string): string {
  const branch = /^refs\/heads\/(.+)$/s.exec(ref)?.[1];
  if (branch !== undefined) return `branch ${branch}`;
  const tag = /^refs\/tags\/(.+)$/s.exec(ref)?.[1];
  return tag === undefined ? ref : `tag ${tag}`;
}

interface Noting {
  readonly note: (part: string, value: string | undefined) => void;
  readonly own: readonly string[];
}

async function readFiles({ run, gitDir }: Repository, worktree: string, { note, own }: Noting): Promise<void> {
  const env = { GIT_WORK_TREE: worktree, GIT_INDEX_FILE: join(gitDir, "index") };
  const { code, stdout } = await run(["ls-files", "-z", "--stage"], { env });
  if (code !== 0) return;
  note("what is staged", hash(stdout));
  let seen = 0;
  for (const entry of splitFields(stdout)) {
    const path = entry.slice(entry.indexOf("\t") + 1);
    const full = join(worktree, path);
    if (own.some((folder) => full.startsWith(`${folder}/`))) continue;
    note(`file ${path}`, describe(full));
    seen += 1;
    if (seen % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** What differs between two states, in the order of the names. */
export function compareRepositoryStates(before: RepositorySnapshot, after: RepositorySnapshot): RepositoryChange[] {
  const parts = [...new Set([...before.keys(), ...after.keys()])].filter(
    (part) => before.get(part) !== after.get(part),
  );
  return parts.sort().map((part) => ({
    part,
    what: !before.has(part) ? "added" : after.has(part) ? "changed" : "removed",
  }));
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Any write changes one of these. */
function describe(path: string): string | undefined {
  try {
    const { mode, size, ino, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true });
    return [mode, size, ino, mtimeNs, ctimeNs].join(" ");
  } catch {
    return undefined;
  }
}

const hash = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
