import { posix } from "node:path";
import { UserError } from "#util/errors.ts";
import { printable } from "#util/printable.ts";
import { MAX_LINKS } from "../store/inside.ts";
import { gitFailed } from "./git.ts";
import type { Repository } from "./repository.ts";
import { findChange, type ScopeRequest } from "./resolve-target.ts";

/** The commit whose settings apply to a change: its base, or the tip of a pull request's base branch. */
interface OpenedBase {
  readonly id: string;
  /** The text of a file in the root; undefined if it does not exist. Throws a UserError if it exists and cannot be read. */
  read(path: string): Promise<string | undefined>;
  /** Whether there is a file or a link of this name in the root. */
  has(path: string): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Finds the commit whose settings apply, without reading the change. Throws a UserError if that cannot be determined.
 */
export async function openBase(request: ScopeRequest): Promise<OpenedBase> {
  const { repository, target } = await findChange(request);
  const { base, trusted: id = base } = target;
  let listed: Promise<Entries> | undefined;
  const root = (): Promise<Entries> => (listed ??= listEntries(repository, id));
  return {
    id,
    read: (path) => readAt(repository, { commit: id, path, root: root() }),
    has: async (path) => (await root()).has(path),
    // Whoever found the change closes it.
    close: async () => (request.found === undefined ? repository.close() : undefined),
  };
}

type Entries = ReadonlyMap<string, Entry>;

interface Entry {
  readonly mode: string;
  readonly blob: string;
}

const LINK = "120000";

interface FileAt {
  readonly commit: string;
  readonly path: string;
  /** The files in the root of the commit. */
  readonly root: Promise<Entries>;
}

/** Follows links, but only to files of the same commit. */
async function readAt(repository: Repository, { commit, path, root }: FileAt): Promise<string | undefined> {
  let at = path;
  let entry = (await root).get(path);
  if (entry === undefined) return undefined;
  for (let links = 0; links <= MAX_LINKS; links++) {
    const text = await readBlob(repository, entry.blob);
    if (entry.mode !== LINK) return text;
    at = posix.normalize(posix.join(posix.dirname(at), text));
    const isInside = !posix.isAbsolute(text) && !at.startsWith("..");
    entry = isInside ? (await listEntries(repository, commit, at)).get(at) : undefined;
    if (entry === undefined) throw strayLink(path, commit, text);
  }
  throw strayLink(path, commit, at);
}

function strayLink(path: string, commit: string, target: string): UserError {
  return new UserError({
    what: `${path} at the base commit ${commit.slice(0, 7)} is a link that leads to no file of that commit`,
    why: `it leads to ${printable(target)}, and only files of the commit itself are used`,
    fix: "commit a copy of the file in its place",
  });
}

/** The files in the root of a commit, or only the one at a path. */
async function listEntries(repository: Repository, commit: string, path?: string): Promise<Entries> {
  const only = path === undefined ? [] : [path];
  const { code, stdout, stderr } = await repository.run([
    "ls-tree",
    "-z",
    "--full-tree",
    "--end-of-options",
    commit,
    ...only,
  ]);
  if (code !== 0) throw gitFailed("list the files of a commit", stderr);
  const entries = new Map<string, Entry>();
  for (const line of stdout.toString("utf8").split("\0")) {
    const [, mode, blob, name] = /^(\d+) blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
    if (mode !== undefined && blob !== undefined && name !== undefined) entries.set(name, { mode, blob });
  }
  return entries;
}

async function readBlob(repository: Repository, blob: string): Promise<string> {
  const { code, stdout, stderr } = await repository.run(["cat-file", "blob", blob]);
  if (code !== 0) throw gitFailed("read a file of a commit", stderr);
  return stdout.toString("utf8");
}
