import { omitUndefined } from "#util/omit-undefined.ts";
import { join } from "node:path";
import type { Change, DiffHunk, PassingVersions, Tree } from "#model/change/change.ts";
import { type Hunk, isRead, type Scope } from "#model/change/scope.ts";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { describeFiles, type DescribedFile, type DescribeTools } from "./diff/changed-files.ts";
import type { ClassifyFile } from "#model/change/reading-policy.ts";
import { type Blame, createBlame } from "./history/blame.ts";
import type { CodeAt, CodeBetween } from "#model/history/code-facts.ts";
import { createCodeAt } from "./history/code-at.ts";
import { openCodeBetween, type UnknownHead } from "./history/code-between.ts";
import { createCommitLog, type CommitLog } from "./history/commit-log.ts";
import { readPassing } from "./history/passing-versions.ts";
import { readMessages } from "./history/commit-messages.ts";
import { createGrep, type Grep } from "./objects/grep.ts";
import { openCommitTree } from "./objects/commit-tree.ts";
import { MAX_SKIPPED_BYTES } from "./diff/judge-file.ts";
import { splitFields } from "./decode-path.ts";
import { gitFailed } from "./git.ts";
import { type CheckPatch, createPatchCheck } from "./objects/check-patch.ts";
import { createObjectReader } from "./objects/object-reader.ts";
import { readRawDiff, RENAME_LIMIT, type RawFile } from "./diff/raw-diff.ts";
import { readHunks } from "./diff/read-hunks.ts";
import { readRepositoryState, type RepositorySnapshot } from "./repository-state.ts";
import { findCommit, isAncestor } from "./revisions.ts";
import type { ObjectStore, Repository } from "./repository.ts";
import { listUserFolders } from "./user-folders.ts";
import { findChange, type ScopeRequest, type Target } from "./resolve-target.ts";

export type { ScopeRequest };

/** A change with both its sides and its past. Reads from git until it is closed. */
export interface OpenedChange {
  /** The repository's git directory. */
  readonly folder: string;
  /** The user's working trees and git folders, which no reviewer should read. */
  readonly userFolders: readonly string[];
  /** False in a partial clone, where missing files may become readable later. */
  readonly isWhole: boolean;
  readonly change: Change;
  readonly base: Tree;
  /** The commit whose rules, instructions and decisions apply: the base, or the tip of a pull request's base branch. */
  readonly trusted: Tree;
  readonly head: Tree;
  /** The newest commit of the change: the head without uncommitted work; the base if nothing is committed. */
  readonly tip: Tree;
  readonly history: CommitLog;
  /** What the commits of the change wrote and replaced again. Absent for uncommitted work alone, and for a whole tree. */
  readonly passing?: (() => Promise<PassingVersions>) | undefined;
  /** The objects of both sides, until the change is closed. */
  readonly store: ObjectStore;
  /** Who last changed lines of the head. */
  readonly blame: Blame;
  /** Whether the first commit is part of the second's history. */
  readonly isAncestor: (commit: string, of: string) => Promise<boolean>;
  /** Searches the files of the head. */
  readonly grep: Grep;
  /** Searches the head for whole blocks of code. */
  readonly code: CodeAt;
  /** Whether git applies a patch to the head. */
  readonly checkPatch: CheckPatch;
  /** The full id of a commit that this repository has; undefined if it has none of this name. */
  findCommit(revision: string): Promise<string | undefined>;
  /** What became of the code since an earlier head, or why that is unknown. */
  codeSince(earlier: string): Promise<CodeBetween | UnknownHead>;
  /** The state of the user's repository now, without what is below these folders. */
  repositoryState(own: readonly string[]): Promise<RepositorySnapshot>;
  /** The git directory that all working trees share. */
  readonly sharedDir: string;
  close(): Promise<void>;
}

/**
 * Finds what to review and reads it. Throws a UserError if that cannot be determined or is empty. `classify` decides
 * which files are skipped; without it, all text is read line by line.
 */
export async function openChange(request: ScopeRequest, classify: ClassifyFile = () => ({})): Promise<OpenedChange> {
  const { repository, target } = await findChange(request);
  const reader = createObjectReader(repository);
  const passingReader = createObjectReader(repository, { maxBytes: MAX_SKIPPED_BYTES });
  const close = async (): Promise<void> => {
    reader.close();
    passingReader.close();
    await repository.close();
  };
  try {
    if (repository.partial) reader.lacks(await listMissing(repository, target));
    const tools = { repository, reader, classify };
    const [change, base, head] = await Promise.all([
      readChange(tools, target, request),
      openCommitTree(repository, reader, target.base),
      openCommitTree(repository, reader, target.head),
    ]);
    const open = (commit: string): Tree | Promise<Tree> =>
      [base, head].find((tree) => tree.commit === commit) ?? openCommitTree(repository, reader, commit);
    const tip = await open(target.tip ?? target.base);
    const trusted = await open(target.trusted ?? target.base);
    const { store, partial } = repository;
    const { folder } = request;
    const userFolders = await listUserFolders(repository);
    const past = {
      passing:
        target.tip === undefined || request.isWholeTree === true
          ? undefined
          : () => readPassing({ repository, reader: passingReader, base, head, tip: tip.commit }),
      history: createCommitLog(repository, target.base),
      blame: createBlame(repository, target.head),
      isAncestor: (commit: string, of: string) => isAncestor(repository, commit, of),
    };
    const grep = createGrep(repository, target.head);
    const code = createCodeAt(head, grep);
    const find = (revision: string): Promise<string | undefined> => findCommit(repository, revision);
    const between = new Map<string, Promise<CodeBetween | UnknownHead>>();
    const codeSince = (earlier: string): Promise<CodeBetween | UnknownHead> => {
      const known = between.get(earlier) ?? openCodeBetween({ repository, reader }, earlier, code);
      between.set(earlier, known);
      return known;
    };
    const checkPatch = createPatchCheck(repository, target.head);
    const repositoryState = (own: readonly string[]) => readRepositoryState(repository, own);
    const { sharedDir } = repository;
    const rest = { grep, code, codeSince, checkPatch, findCommit: find, store, repositoryState, sharedDir, close };
    return { folder, userFolders, isWhole: !partial, change, base, trusted, head, tip, ...past, ...rest };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The blobs of both sides that are missing from a partial clone. */
async function listMissing(repository: Repository, { base, head }: Target): Promise<string[]> {
  const args = ["rev-list", "--objects", "--missing=print", "--no-walk", "--end-of-options", base, head];
  const { code, stdout, stderr } = await repository.run(args);
  if (code !== 0) throw gitFailed("list what this clone holds", stderr);
  return [...stdout.toString("latin1").matchAll(/^\?([0-9a-f]+)$/gm)].map(([, id = ""]) => id);
}

async function readChange(tools: DescribeTools, target: Target, request: ScopeRequest): Promise<Change> {
  const { repository } = tools;
  const { base, head, tip } = target;
  const [all, { messages, note }] = await Promise.all([
    readRawDiff(repository, base, head),
    tip === undefined ? { messages: [], note: undefined } : readMessages(repository, base, tip),
  ]);
  const raws = await narrow(tools.repository, target, { all, request });
  // A change must not decide which of its own files are generated.
  const isWholeTree = request.isWholeTree === true;
  const described = await describeFiles(tools, raws, { attributes: isWholeTree ? head : base, isWholeTree });
  tools.reader.expect(blobsOf(described));
  const diffs = await readHunks(tools, target, described);
  const scope: Scope = {
    repository: { name: repository.name, url: repository.url },
    ...omitUndefined(target.about ?? {}),
    branch: target.branch,
    commitsNote: note,
    base,
    head,
    commits: messages.map(({ id, subject }) => ({ id, subject })),
    covers: target.covers + formatPaths(request.paths),
    ...limitsOf(repository, target, raws),
    ...notCoveredOf(target, { all, raws, request }),
    files: [...diffs.map(({ file }) => file), ...(await leftOutFiles(repository, target, request))],
    hunks: diffs.flatMap(({ hunks }) => hunks.map(withoutLines)),
  };
  return { scope, diffs, messages };
}

/** Both blobs of each file that is read line by line. A missing side has an id of zeros, which is never read. */
function blobsOf(described: readonly DescribedFile[]): string[] {
  const read = described.filter(({ file }) => isRead(file));
  return read.flatMap(({ raw }) => [raw.oldId, raw.newId]).filter((id) => !/^0+$/.test(id));
}

function withoutLines({ path, oldStart, oldLines, newStart, newLines }: DiffHunk): Hunk {
  return { path, oldStart, oldLines, newStart, newLines };
}

/** The files that the paths match by their old or new name. */
async function narrow(
  repository: Repository,
  { base, head }: Target,
  { all, request }: { all: readonly RawFile[]; request: ScopeRequest },
): Promise<readonly RawFile[]> {
  if (all.length === 0) throw nothing("the two sides do not differ", "name another branch, commit or range");
  const { paths = [] } = request;
  if (paths.length === 0) return all;
  const specs = paths.map((path) => toPathspec(repository, path));
  const { code, stdout, stderr } = await repository.run([
    "diff-tree",
    "-r",
    "-z",
    "--name-only",
    "--no-renames",
    "--ignore-submodules=none",
    "--end-of-options",
    base,
    head,
    "--",
    ...specs,
  ]);
  if (code !== 0)
    throw nothing(`git cannot use these paths: ${printable(stderr.split("\n")[0] ?? "")}`, "check the paths");
  const names = new Set(splitFields(stdout));
  const kept = all.filter(({ path, oldPath }) => names.has(path) || (oldPath !== undefined && names.has(oldPath)));
  if (kept.length === 0) {
    throw nothing(
      `${all.length === 1 ? "the only file of the change is not" : `none of the ${all.length} files is`} in ${paths.map((path) => printable(path)).join(", ")}`,
      "check the paths, or leave them out",
      request.isWholeTree === true ? "there is nothing to audit" : undefined,
    );
  }
  return kept;
}

/** The path relative to the top of the repository, where git runs. */
function toPathspec({ prefix }: Repository, path: string): string {
  const magic = /^:(?:\([^)]*\)|[!^/]+)?/.exec(path)?.[0] ?? "";
  if (magic.includes("/") || magic.includes("top")) return path;
  const parts: string[] = [];
  for (const part of `${prefix}${path.slice(magic.length)}`.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) {
        throw new UserError({
          what: `${printable(path)} is outside the repository`,
          why: "only files of the reviewed repository can be named",
          fix: "name paths below the repository's folder",
        });
      }
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return magic + (parts.length === 0 ? "." : parts.join("/"));
}

function nothing(why: string, fix: string, what = "nothing to review"): UserError {
  return new UserError({ what, why, fix });
}

async function leftOutFiles(
  repository: Repository,
  { leftOut = [] }: Target,
  { paths = [] }: ScopeRequest,
): Promise<Scope["files"]> {
  const names = paths.length === 0 || leftOut.length === 0 ? undefined : await matchInWorktree(repository, paths);
  return leftOut
    .filter(({ path }) => names === undefined || names.some((name) => name === path || isBelow(path, name)))
    .map(({ path, change, reason }) => ({ path, change, unread: `${reason}; not in the snapshot` }));
}

/** Whether a folder, with `/` at its end, contains the file. */
const isBelow = (folder: string, file: string): boolean => folder.endsWith("/") && file.startsWith(folder);

/** The files of the working tree that the paths match, tracked or not. */
async function matchInWorktree(repository: Repository, paths: readonly string[]): Promise<readonly string[]> {
  const { worktree = "", gitDir } = repository;
  const specs = paths.map((path) => toPathspec(repository, path));
  const args = ["-C", worktree, "ls-files", "-z", "-c", "-o", "--exclude-standard", "--", ...specs];
  const env = { GIT_WORK_TREE: worktree, GIT_INDEX_FILE: join(gitDir, "index") };
  return splitFields((await repository.run(args, { env })).stdout);
}

interface Narrowed {
  readonly all: readonly RawFile[];
  readonly raws: readonly RawFile[];
  readonly request: ScopeRequest;
}

function notCoveredOf({ notCovered = [] }: Target, { all, raws, request }: Narrowed): Pick<Scope, "notCovered"> {
  const said = [
    ...(raws.length === all.length
      ? []
      : [`${all.length - raws.length} of ${all.length} changed files${formatPaths(request.paths, ", outside ")}`]),
    ...notCovered,
  ];
  return said.length === 0 ? {} : { notCovered: said };
}

function formatPaths(paths: readonly string[] = [], before = ", only "): string {
  return paths.length === 0 ? "" : `${before}${paths.map((path) => printable(path)).join(", ")}`;
}

function limitsOf(repository: Repository, target: Target, raws: readonly RawFile[]): { limits?: readonly string[] } {
  const limits = [...target.limits];
  if (repository.shallow) limits.push("shallow clone: the older history of these files is not known");
  if (repository.partial) limits.push("partial clone: files without local content are neither read nor searched");
  const added = raws.filter(({ status }) => status === "A").length;
  const deleted = raws.filter(({ status }) => status === "D").length;
  if (Math.min(added, deleted) > 0 && added * deleted > RENAME_LIMIT * RENAME_LIMIT) {
    limits.push("too many added and deleted files to find renames among them");
  }
  return limits.length === 0 ? {} : { limits };
}
