import { constants } from "node:fs";
import { access, copyFile, lstat } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "#util/errors.ts";
import { listSome, plural, withCommas } from "#util/words.ts";
import { printable } from "#util/printable.ts";
import { decodePath, splitBytes } from "../decode-path.ts";
import { findFilters, type Filters } from "./filters.ts";
import { gitFailed } from "../git.ts";
import { describeNotCovered } from "./not-covered.ts";
import { makeLfsPointers } from "./lfs.ts";
import type { Repository } from "../repository.ts";
import { SNAPSHOT_AUTHOR } from "../revisions.ts";

/** A file of the working tree that is not in the snapshot. */
export interface SnapshotLeftOut {
  readonly path: string;
  readonly change: "added" | "modified";
  readonly reason: string;
}

/** Uncommitted work as a commit without a ref. `commit` is absent if there is no uncommitted work. */
interface Snapshot {
  readonly commit?: string;
  readonly limits: readonly string[];
  readonly leftOut: readonly SnapshotLeftOut[];
  /** What is not reviewed, a phrase each. */
  readonly notCovered: readonly string[];
}

/** Larger files of the working tree would only fill the object store. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** More untracked files than this are an output folder that is not ignored. */
const MAX_UNTRACKED = 20_000;

/** The index as a commit on top of the parent; undefined if nothing is staged. */
export async function snapshotIndex(repository: Repository, parent: string | undefined): Promise<string | undefined> {
  const index = join(repository.tempFolder, "staged-index");
  // Use a copy: git would update the user's index while writing the tree.
  await copyFile(join(repository.gitDir, "index"), index).catch(() => undefined);
  const written = await repository.run(["write-tree"], { env: { GIT_INDEX_FILE: index } });
  if (written.code !== 0) {
    throw new UserError({
      what: "cannot read what is staged",
      why: written.stderr.includes("unmerged")
        ? "there are unresolved conflicts"
        : "git cannot write the index as a tree",
      fix: "resolve them and git add the files, or review with --uncommitted",
    });
  }
  return commitTree(repository, written.stdout.toString("utf8").trim(), parent);
}

/**
 * Tracked changes and untracked files that are not ignored, as a commit on top of the parent. Line ends are converted
 * as git would. Filter programs are not run: LFS pointers are made here, other filtered files are left out. So are
 * decisions and rules of reviews.
 */
export async function snapshotWorktree(repository: Repository, parent: string | undefined): Promise<Snapshot> {
  const filters = await findFilters(repository);
  const tree = parent ?? repository.emptyTree;
  const dirty = await listDirty(repository, tree, filters);
  const view = { repository, env: worktreeEnvironment(repository, filters), filters, tree };
  const notCovered = [...dirty.notCovered, ...(await describeNotCovered(view))];
  if (dirty.entries.length === 0) return { limits: [], leftOut: dirty.leftOut, notCovered };
  const sorted = await sortEntries(repository, dirty.entries, filters);
  const env = {
    ...worktreeEnvironment(repository, filters),
    GIT_INDEX_FILE: join(repository.tempFolder, "snapshot-index"),
  };
  const write = async (args: readonly string[], lines: readonly Buffer[]): Promise<void> => {
    if (args.includes("update-index") && lines.length === 0) return;
    const input = Buffer.concat(lines.flatMap((line) => [line, NUL]));
    const { code, stderr } = await repository.run(args, { env, input });
    if (code !== 0) throw gitFailed("take the snapshot", stderr);
  };
  await write(["read-tree", "--end-of-options", tree], []);
  const update = ["update-index", "--add", "--remove", "--replace", "-z"];
  await write([...update, "--index-info"], sorted.known);
  await write([...(await packSettings(repository, sorted.hashed.length)), ...update, "--stdin"], sorted.hashed);
  const written = await repository.run(["write-tree"], { env });
  if (written.code !== 0) throw gitFailed("write the snapshot", written.stderr);
  const commit = await commitTree(repository, written.stdout.toString("utf8").trim(), parent);
  const leftOut = [...dirty.leftOut, ...sorted.leftOut];
  return { limits: sorted.limits, leftOut, notCovered, commit };
}

const NUL = Buffer.from([0]);
/** From this many files on, one pack is written instead of a file for each object. */
const MANY_FILES = 256;

/**
 * Makes git write blobs to one pack: those above the threshold, unless their line ends must be converted. Before 2.37
 * `update-index` would write a pack for each of them.
 */
async function packSettings(repository: Repository, files: number): Promise<readonly string[]> {
  if (files < MANY_FILES) return [];
  const [, major, minor] = /(\d+)\.(\d+)/.exec((await repository.query(["version"])) ?? "") ?? [];
  const canPack = Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 37);
  return canPack ? ["-c", "core.bigFileThreshold=1"] : [];
}

interface Dirty {
  readonly path: Buffer;
  readonly state: "removed" | "changed" | "added";
  /** Mode and id, if the index has the content. */
  readonly known?: string;
}

function worktreeEnvironment(repository: Repository, filters: Filters): NodeJS.ProcessEnv {
  const { worktree = "", gitDir } = repository;
  return { ...filters.off, GIT_WORK_TREE: worktree, GIT_INDEX_FILE: join(gitDir, "index") };
}

async function listDirty(
  repository: Repository,
  tree: string,
  filters: Filters,
): Promise<{ entries: readonly Dirty[] } & Pick<Snapshot, "leftOut" | "notCovered">> {
  const env = worktreeEnvironment(repository, filters);
  const tracked = await repository.run(
    [
      "diff-index",
      "--raw",
      "-z",
      "--no-renames",
      "--no-abbrev",
      "--ignore-submodules=dirty",
      "--end-of-options",
      tree,
      "--",
    ],
    { env },
  );
  // List from the top of the working tree, where git must run.
  const untracked = await repository.run(
    ["-C", repository.worktree ?? "", "ls-files", "-z", "-o", "--exclude-standard"],
    {
      env,
    },
  );
  if (tracked.code !== 0 || untracked.code !== 0) {
    throw gitFailed("list uncommitted changes", `${tracked.stderr}${untracked.stderr}`);
  }
  const entries = parseDirty(splitBytes(tracked.stdout)).filter(({ path }) => !isOwn(path));
  const others = splitBytes(untracked.stdout).filter((path) => !isOwn(path));
  // With `/` at its end: a repository inside this one, which is not part of it.
  const files = others.filter((path) => path.at(-1) !== SLASH);
  const nested = others.filter((path) => path.at(-1) === SLASH).map((path) => printable(decodePath(path)));
  const notCovered = nested.length === 0 ? [] : [`untracked repositories inside this one: ${listSome(nested)}`];
  if (files.length > MAX_UNTRACKED) return { entries, leftOut: leaveOutFolders(files), notCovered };
  return {
    entries: [...entries, ...files.map((path) => ({ path, state: "added" as const }))],
    leftOut: [],
    notCovered,
  };
}

/** Counts files by their top-level folder if there are too many to name. */
function leaveOutFolders(files: readonly Buffer[]): SnapshotLeftOut[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    const path = decodePath(file);
    const folder = path.includes("/") ? path.slice(0, path.indexOf("/") + 1) : "./";
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const most = withCommas(MAX_UNTRACKED);
  return [...counts].map(([path, count]) => ({
    path,
    change: "added",
    reason: `${plural(count, "untracked file")}, where there are more than ${most}`,
  }));
}

const SLASH = 47;

/**
 * Decisions about reviews, and the rules derived from them, are not part of the work under review until they are
 * committed: otherwise every decision would change what is reviewed.
 */
const OWN_FILES = new Set([".deep-review/decisions.jsonl", ".deep-review/rules.md"]);
const isOwn = (path: Buffer): boolean => OWN_FILES.has(path.toString("latin1"));

function parseDirty(fields: readonly Buffer[]): Dirty[] {
  const entries: Dirty[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = "", , id = "", status = ""] = (fields[at] ?? NUL).toString("latin1").split(" ");
    const path = fields[at + 1] ?? NUL;
    if (status === "D") entries.push({ path, state: "removed" });
    else {
      const state = status === "A" ? "added" : "changed";
      entries.push({ path, state, ...(/^0+$/.test(id) ? {} : { known: `${mode} ${id}` }) });
    }
  }
  return entries;
}

interface Sorted {
  /** For `--index-info`. */
  readonly known: readonly Buffer[];
  /** Paths whose content git hashes. */
  readonly hashed: readonly Buffer[];
  readonly leftOut: readonly SnapshotLeftOut[];
  readonly limits: readonly string[];
}

async function sortEntries(repository: Repository, entries: readonly Dirty[], filters: Filters): Promise<Sorted> {
  const known = entries.flatMap(({ path, state, known }) => {
    const info = state === "removed" ? `0 ${"0".repeat(repository.emptyTree.length)}` : known;
    return info === undefined ? [] : [Buffer.concat([Buffer.from(`${info}\t`), path])];
  });
  const open = entries.filter((entry) => entry.state !== "removed" && entry.known === undefined);
  const filterOf = await filters.of(open.map(({ path }) => path));
  const hashed: Buffer[] = [];
  const leftOut: SnapshotLeftOut[] = [];
  const pointed: Buffer[] = [];
  const reasons = await mapInBatches(open, (entry, at) => reasonToSkip(repository, entry.path, filterOf[at]));
  for (const [at, entry] of open.entries()) {
    const filter = filterOf[at];
    const reason = reasons[at];
    if (filter === "lfs") pointed.push(entry.path);
    if (reason !== undefined) {
      const change = entry.state === "added" ? "added" : "modified";
      leftOut.push({ path: decodePath(entry.path), change, reason });
    } else if (filter !== "lfs") hashed.push(entry.path);
  }
  const pointers = await makeLfsPointers(repository, pointed);
  const limits = [...describeFiltered(leftOut), ...describeUnread(leftOut)];
  return { known: [...known, ...pointers], hashed, leftOut, limits };
}

/** Maps items in batches, in order. */
async function mapInBatches<Item, Answer>(
  items: readonly Item[],
  map: (item: Item, at: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < items.length; start += 64) {
    const some = items.slice(start, start + 64);
    answers.push(...(await Promise.all(some.map((item, at) => map(item, start + at)))));
  }
  return answers;
}

async function reasonToSkip(
  repository: Repository,
  path: Buffer,
  filter: string | undefined,
): Promise<string | undefined> {
  if (filter === "lfs") return undefined;
  if (filter !== undefined) return FILTERED;
  const full = Buffer.concat([Buffer.from(`${repository.worktree ?? ""}/`), path]);
  try {
    const { size } = await lstat(full).then(async (stats) => {
      if (stats.isFile()) await access(full, constants.R_OK);
      return stats;
    });
    return size > MAX_FILE_BYTES ? "larger than 16 MB" : undefined;
  } catch {
    return "unreadable";
  }
}

const FILTERED = "passes through a filter program, which is not run";

function describeFiltered(leftOut: readonly SnapshotLeftOut[]): readonly string[] {
  const count = leftOut.filter(({ reason }) => reason === FILTERED).length;
  return count === 0
    ? []
    : [`${count} files may have uncommitted changes but pass through a filter program, which is not run`];
}

function describeUnread(leftOut: readonly SnapshotLeftOut[]): readonly string[] {
  const count = leftOut.filter(({ reason }) => reason !== FILTERED).length;
  return count === 0 ? [] : [`${count} uncommitted files are too large or unreadable and not covered`];
}

/** A commit whose id depends only on tree and parent; undefined if it would change nothing. */
async function commitTree(
  repository: Repository,
  tree: string,
  parent: string | undefined,
): Promise<string | undefined> {
  const before =
    parent === undefined ? repository.emptyTree : await repository.query(["rev-parse", `${parent}^{tree}`]);
  if (tree === before) return undefined;
  const who = { NAME: SNAPSHOT_AUTHOR.name, EMAIL: SNAPSHOT_AUTHOR.email, DATE: "@0 +0000" };
  const env = Object.fromEntries(
    Object.entries(who).flatMap(([key, value]) => [
      [`GIT_AUTHOR_${key}`, value],
      [`GIT_COMMITTER_${key}`, value],
    ]),
  );
  const args = [
    "commit-tree",
    "--no-gpg-sign",
    "-m",
    "Uncommitted changes",
    ...(parent === undefined ? [] : ["-p", parent]),
  ];
  const { code, stdout, stderr } = await repository.run([...args, tree], { env });
  if (code !== 0) throw gitFailed("write the snapshot", stderr);
  return stdout.toString("utf8").trim();
}
