import { createHash } from "node:crypto";
import { constants, lstatSync, readdirSync, readFileSync, type BigIntStats } from "node:fs";
import { join } from "node:path";

/** The state of a folder: for each path below it its file metadata. Contents are not read. */
export type Fingerprint = ReadonlyMap<string, string>;

/** The difference of two fingerprints. */
interface TreeChange {
  /** The number of paths that differ. */
  readonly count: number;
  /** The first of them. */
  readonly paths: readonly PathChange[];
}

/** One path that differs. */
export interface PathChange {
  readonly path: string;
  readonly what: "added" | "removed" | "changed";
  /** Nothing else in it differs, so something came and went. */
  readonly isFolder: boolean;
}

const MAX_NAMED = 500;
/** After this many entries, other work gets its turn. */
const AT_ONCE = 500;
/** Git refreshes its index while it reads. That is not a change. */
const INDEX = new Set(["index", "index.lock"]);
/** Hashed, so that a ref that was moved and got its old times back is noticed. */
const REFS = new Set(["HEAD", "packed-refs", "config", "alternates", "shallow"]);

/**
 * Walks a folder and records type, mode, size, inode and both times in nanoseconds. Nobody can set the change time back,
 * so that any write is noticed without reading the contents.
 */
export async function takeFingerprint(root: string): Promise<Fingerprint> {
  const found = new Map<string, string>();
  const open = [""];
  let seen = 0;
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const isGit = path.split("/").includes(".git");
    for (const name of list(join(root, path))) {
      const below = path === "" ? name : `${path}/${name}`;
      if (isGit && INDEX.has(name)) continue;
      const stats = statQuietly(join(root, below));
      if (stats === undefined) continue;
      if (stats.isDirectory()) open.push(below);
      const content = isGit && REFS.has(name) && stats.isFile() ? hash(join(root, below)) : "";
      found.set(below, describe(stats, name) + content);
      seen += 1;
      if (seen % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return found;
}

/** Whether a path now differs from its state in a fingerprint. False for a path that was not there. */
export function isChanged(root: string, path: string, before: Fingerprint): boolean {
  const state = before.get(path);
  if (state === undefined) return false;
  const stats = statQuietly(join(root, path));
  return stats === undefined || describe(stats, path.slice(path.lastIndexOf("/") + 1)) !== state;
}

/** Counts what was added, removed or changed, and lists the first. */
export function compareFingerprints(before: Fingerprint, after: Fingerprint): TreeChange {
  const shown = listTreeChanges(before, after);
  return { count: shown.length, paths: shown.slice(0, MAX_NAMED) };
}

/** Lists what was added, removed or changed. Omits a folder that changed only because something in it did. */
export function listTreeChanges(before: Fingerprint, after: Fingerprint): readonly PathChange[] {
  const all: PathChange[] = [];
  const add = (path: string, what: PathChange["what"], state: string): void =>
    void all.push({ path, what, isFolder: isFolder(state) });
  for (const [path, state] of after) if (!before.has(path)) add(path, "added", state);
  for (const [path, state] of before) if (!after.has(path)) add(path, "removed", state);
  for (const [path, state] of before) if (state !== (after.get(path) ?? state)) add(path, "changed", state);
  const above = new Set(all.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf("/")))));
  const isShown = ({ path, what }: PathChange): boolean =>
    what !== "changed" || !above.has(path) || withoutTimes(before.get(path)) !== withoutTimes(after.get(path));
  return all.filter(isShown).sort((one, other) => (one.path < other.path ? -1 : 1));
}

function describe(stats: BigIntStats, name: string): string {
  const { mode, size, ino, mtimeNs, ctimeNs } = stats;
  if (!stats.isDirectory()) return `${mode} ${ino}|${size} ${mtimeNs} ${ctimeNs}`;
  // A folder's size depends on the file system. Git creates its lock file in `.git`, which changes the times.
  return name === ".git" ? `${mode} ${ino}|` : `${mode} ${ino}|${mtimeNs} ${ctimeNs}`;
}

/** The state begins with the mode. */
const isFolder = (state: string): boolean => (Number.parseInt(state, 10) & constants.S_IFMT) === constants.S_IFDIR;

const withoutTimes = (state = "|"): string => state.slice(0, state.indexOf("|"));

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The folder's own mode shows that it is unreadable.
    return [];
  }
}

function statQuietly(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

function hash(path: string): string {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex");
  } catch {
    return "";
  }
}
