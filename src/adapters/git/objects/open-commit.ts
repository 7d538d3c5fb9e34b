import type { Tree } from "#model/change/change.ts";
import { InternalError, UserError } from "#util/errors.ts";
import { git } from "../git.ts";
import { openRepository } from "../repository.ts";
import { type CommitTree, openCommitTree } from "./commit-tree.ts";
import { createGrep, type Grep } from "./grep.ts";
import { createObjectReader, type ObjectReader, type ReadOptions } from "./object-reader.ts";

/** The files of one commit, to list, read and search until it is closed. Implements `SourceReader` structurally. */
export interface OpenedCommit {
  readonly commit: string;
  readonly tree: Tree;
  readonly grep: Grep;
  /** The one path that this names, in full or by a unique ending. Includes symbolic links and submodules. */
  resolvePath(path: string): Promise<string | undefined>;
  /** The lines of a file; of a symbolic link, its target. */
  readLines(path: string): Promise<readonly string[] | undefined>;
  /** Whether each line ends with a line feed alone. */
  isVerbatim(path: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Options for code that an imported report cites: includes larger files, and excludes files with a NUL. */
export const CITED_CODE: ReadOptions = {
  maxBytes: 4 * 1024 * 1024,
  decode: (bytes) => (bytes.includes(0) ? undefined : bytes.toString("utf8")),
};

/** Opens a commit, never the working tree. Undefined if the repository has no such commit. */
export async function openCommit(
  folder: string,
  name: string,
  options: ReadOptions = {},
): Promise<OpenedCommit | undefined> {
  const repository = await openRepository(folder);
  const reader = createObjectReader(repository, options);
  const close = async (): Promise<void> => {
    reader.close();
    await repository.close();
  };
  try {
    const commit = await repository.query(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
    if (commit === undefined) {
      await close();
      return undefined;
    }
    const tree = await openCommitTree(repository, reader, commit);
    return { commit, tree, grep: createGrep(repository, commit), ...readSource(tree, reader), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the head among the commits that a report lists. Undefined if it is unknown or its files are missing here. */
export async function openCited(folder: string, ids: readonly string[]): Promise<OpenedCommit | undefined> {
  const head = await findHead(folder, ids);
  if (head === undefined) return undefined;
  return openCommit(folder, head, CITED_CODE).catch((error: unknown) => {
    if (error instanceof UserError || error instanceof InternalError) return undefined;
    throw error;
  });
}

type SourceText = Pick<OpenedCommit, "resolvePath" | "readLines" | "isVerbatim">;

function readSource(tree: CommitTree, reader: ObjectReader): SourceText {
  const paths = [...tree.files.map(({ path }) => path), ...tree.others.keys()];
  const known = new Set(paths);
  const files = new Map<string, Promise<FileText | undefined>>();
  const readText = async (path: string): Promise<FileText | undefined> => {
    const link = tree.others.get(path);
    const target = link === undefined ? undefined : await reader.read(link);
    const text = target?.kind === "text" ? target.text : await tree.read(path);
    if (text === undefined) return undefined;
    const lines = text.split(/\r?\n/);
    if (lines.at(-1) === "") lines.pop();
    return { lines, isVerbatim: !text.includes("\r") };
  };
  const read = (path: string): Promise<FileText | undefined> => {
    const file = files.get(path) ?? readText(path);
    files.set(path, file);
    return file;
  };
  return {
    async resolvePath(path) {
      if (known.has(path)) return path;
      const endings = paths.filter((candidate) => candidate.endsWith(`/${path}`));
      return endings.length === 1 ? endings[0] : undefined;
    },
    readLines: async (path) => (await read(path))?.lines,
    isVerbatim: async (path) => (await read(path))?.isVerbatim === true,
  };
}

interface FileText {
  readonly lines: readonly string[];
  readonly isVerbatim: boolean;
}

/** Checks once that this is a git repository; throws a UserError otherwise. */
export async function requireRepository(folder: string): Promise<void> {
  const inside = await git(folder, ["rev-parse", "--git-dir"]);
  if (inside !== undefined) return;
  throw new UserError({
    what: `${folder} is not a git repository`,
    why: "git found no repository there",
    fix: "name a clone of the reviewed repository with --repo, or omit the option to show only the quoted code",
  });
}

/**
 * The head among commits that a report lists in any order: the one that contains all others. Undefined if the
 * repository lacks them or their history is not linear.
 */
export async function findHead(folder: string, ids: readonly string[]): Promise<string | undefined> {
  const full: string[] = [];
  for (const id of ids) {
    if (!/^[0-9a-f]{4,64}$/i.test(id)) continue;
    const resolved = await git(folder, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${id}^{commit}`]);
    if (resolved === undefined) return undefined;
    full.push(resolved.trim());
  }
  if (full.length <= 1) return full[0];
  const independent = await git(folder, ["merge-base", "--independent", ...full]);
  const heads = independent?.trim().split("\n") ?? [];
  return heads.length === 1 ? heads[0] : undefined;
}
