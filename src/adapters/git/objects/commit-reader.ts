import { UserError } from "#util/errors.ts";
import { git } from "../git.ts";

/** Files as they are at one commit. Fits the `SourceReader` of the steps by shape. */
interface CommitReader {
  readonly commit: string;
  resolvePath(path: string): Promise<string | undefined>;
  readLines(path: string): Promise<readonly string[] | undefined>;
  /** Whether each line ends with a line feed alone. */
  isVerbatim(path: string): Promise<boolean>;
}

/** Checks once that this is a git repository; throws a UserError otherwise. */
export async function requireRepository(folder: string): Promise<void> {
  const inside = await git(folder, ["rev-parse", "--git-dir"]);
  if (inside !== undefined) return;
  throw new UserError({
    what: `${folder} is not a git repository`,
    why: "git found no repository there",
    fix: "name a clone of the reviewed repository with --repo, or leave the option out to show the quoted code",
  });
}

/**
 * The head among commits that a report lists in no certain order: the one that holds all others. Undefined when the
 * repository lacks them or they do not form one line.
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

/** Reads files of one commit, never of the working tree. */
export function createCommitReader(folder: string, commit: string): CommitReader {
  let tree: Promise<readonly string[]> | undefined;
  const files = new Map<string, Promise<FileText | undefined>>();
  const read = (path: string): Promise<FileText | undefined> => {
    const known = files.get(path) ?? readText(folder, commit, path);
    files.set(path, known);
    return known;
  };
  return {
    commit,
    async resolvePath(path) {
      tree ??= listTree(folder, commit);
      const paths = await tree;
      if (paths.includes(path)) return path;
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

async function listTree(folder: string, commit: string): Promise<readonly string[]> {
  const listing = await git(folder, ["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit]);
  return listing?.split("\0").filter((path) => path !== "") ?? [];
}

/** Larger files are not read. */
const MAX_BYTES = 4 * 1024 * 1024;

async function readText(folder: string, commit: string, path: string): Promise<FileText | undefined> {
  const size = await git(folder, ["cat-file", "-s", `${commit}:${path}`]);
  if (size === undefined || Number(size) > MAX_BYTES) return undefined;
  const content = await git(folder, ["cat-file", "blob", `${commit}:${path}`]);
  if (content === undefined || content.includes("\0")) return undefined;
  const lines = content.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return { lines, isVerbatim: !content.includes("\r") };
}

/** The full id of a commit that the user names. */
export async function resolveCommit(folder: string, name: string): Promise<string> {
  const id = await git(folder, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
  if (id !== undefined) return id.trim();
  throw new UserError({
    what: `${name} is not a commit of ${folder}`,
    why: "git knows no commit of that name there",
    fix: "name a commit, a branch or a tag of that repository with --head",
  });
}
