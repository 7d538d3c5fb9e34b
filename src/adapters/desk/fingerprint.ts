import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, type BigIntStats } from "node:fs";
import { join } from "node:path";

/** How a folder looked: for each path below it what the system says of it, contents not read. */
export type Fingerprint = ReadonlyMap<string, string>;

/** What differs between two fingerprints. */
export interface TreeChange {
  /** How many paths differ. */
  readonly count: number;
  /** The first twenty of them. */
  readonly paths: readonly { readonly path: string; readonly what: "added" | "removed" | "changed" }[];
}

const MAX_NAMED = 20;
/** So many entries are looked at before others get their turn. */
const AT_ONCE = 500;
/** Git writes its index anew when it has learned something; that changes nothing. */
const INDEX = new Set(["index", "index.lock"]);
/** Read as a whole, so that a ref set to another commit and its times set back is seen. */
const REFS = new Set(["HEAD", "packed-refs", "config", "alternates", "shallow"]);

/**
 * Walks over a folder. Type, mode, size, inode and both times, to the nanosecond: the change time cannot be set back, so
 * that any write is seen without reading the contents.
 */
export async function takeFingerprint(root: string): Promise<Fingerprint> {
  const found = new Map<string, string>();
  const open = [""];
  let seen = 0;
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const isGits = path.split("/").includes(".git");
    for (const name of list(join(root, path))) {
      const below = path === "" ? name : `${path}/${name}`;
      if (isGits && INDEX.has(name)) continue;
      const stats = look(join(root, below));
      if (stats === undefined) continue;
      if (stats.isDirectory()) open.push(below);
      found.set(
        below,
        describe(stats, name) + (isGits && REFS.has(name) && stats.isFile() ? hash(join(root, below)) : ""),
      );
      seen += 1;
      if (seen % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return found;
}

/** Names what was added, removed or changed. A folder that only shows that something in it was is not named beside it. */
export function compareFingerprints(before: Fingerprint, after: Fingerprint): TreeChange {
  const all: { path: string; what: "added" | "removed" | "changed" }[] = [];
  for (const path of after.keys()) if (!before.has(path)) all.push({ path, what: "added" });
  for (const path of before.keys()) if (!after.has(path)) all.push({ path, what: "removed" });
  for (const [path, looks] of before) if (looks !== (after.get(path) ?? looks)) all.push({ path, what: "changed" });
  const above = new Set(all.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf("/")))));
  const isShown = ({ path, what }: (typeof all)[0]): boolean =>
    what !== "changed" || !above.has(path) || withoutTimes(before.get(path)) !== withoutTimes(after.get(path));
  const shown = all.filter(isShown).sort((one, other) => (one.path < other.path ? -1 : 1));
  return { count: shown.length, paths: shown.slice(0, MAX_NAMED) };
}

function describe(stats: BigIntStats, name: string): string {
  const { mode, size, ino, mtimeNs, ctimeNs } = stats;
  if (!stats.isDirectory()) return `${mode} ${ino}|${size} ${mtimeNs} ${ctimeNs}`;
  // A folder's size and link count are the file system's affair; git makes its lock file in this one.
  return name === ".git" ? `${mode} ${ino}|` : `${mode} ${ino}|${mtimeNs} ${ctimeNs}`;
}

const withoutTimes = (looks = "|"): string => looks.slice(0, looks.indexOf("|"));

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // An unreadable folder shows by its own mode.
    return [];
  }
}

function look(path: string): BigIntStats | undefined {
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
