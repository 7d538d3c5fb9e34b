import { posix } from "node:path";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { gitFailed } from "./git.ts";
import { openRepository, type Repository } from "./repository.ts";
import { resolveTarget, type ScopeRequest } from "./resolve-target.ts";

/** The commit whose settings apply to a change: its base, or the tip of a pull request's base branch. */
interface OpenedBase {
  readonly id: string;
  /** A file's text; undefined if it does not exist. Throws a UserError if it exists and cannot be read. */
  read(path: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Finds the commit whose settings apply, without reading the change. Throws a UserError if that cannot be determined.
 */
export async function openBase(request: ScopeRequest): Promise<OpenedBase> {
  const repository = await openRepository(request.folder, request.signal, request.pull?.borrowed);
  try {
    const { base, trusted: id = base } = await resolveTarget(repository, request);
    return {
      id,
      read: (path) => readAt(repository, id, path),
      close: () => repository.close(),
    };
  } catch (error) {
    await repository.close();
    throw error;
  }
}

const LINK = "120000";

/** Follows a link to a file of the same commit. */
async function readAt(repository: Repository, commit: string, path: string): Promise<string | undefined> {
  const entry = await findEntry(repository, commit, path);
  if (entry === undefined) return undefined;
  const text = await readBlob(repository, entry.blob);
  if (entry.mode !== LINK) return text;
  const target = posix.normalize(posix.join(posix.dirname(path), text));
  const file =
    posix.isAbsolute(text) || target.startsWith("..") ? undefined : await findEntry(repository, commit, target);
  if (file !== undefined && file.mode !== LINK) return readBlob(repository, file.blob);
  throw new UserError({
    what: `${path} at the base commit ${commit.slice(0, 7)} is a link that leads to no file of that commit`,
    why: `it leads to ${printable(text)}, and only files of the commit itself are used`,
    fix: "commit a copy of the file in its place",
  });
}

async function findEntry(repository: Repository, commit: string, path: string) {
  const { code, stdout, stderr } = await repository.run([
    "ls-tree",
    "-z",
    "--full-tree",
    "--end-of-options",
    commit,
    path,
  ]);
  if (code !== 0) throw gitFailed("list the files of a commit", stderr);
  const [, mode, blob] = /^(\d+) blob ([0-9a-f]+)\t/.exec(stdout.toString("utf8")) ?? [];
  return mode === undefined || blob === undefined ? undefined : { mode, blob };
}

async function readBlob(repository: Repository, blob: string): Promise<string> {
  const { code, stdout, stderr } = await repository.run(["cat-file", "blob", blob]);
  if (code !== 0) throw gitFailed("read a file of a commit", stderr);
  return stdout.toString("utf8");
}
