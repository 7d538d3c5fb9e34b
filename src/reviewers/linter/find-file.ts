import { isAbsolute, plainPath } from "../sarif/resolve-file.ts";

/** Finds the files of a commit that a tool may mean. None: it means another file. Several: the name is short. */
export type FindFile = (named: string) => readonly string[];

/** More files with the same name tell nothing. */
const MAX_CANDIDATES = 5;

/**
 * Finds files by the names that a tool gives them: relative to the root or to a folder that it ran in, absolute in a copy of
 * the commit, as an address, with backslashes.
 */
export function createFileFinder(paths: ReadonlySet<string>, roots: readonly string[]): FindFile {
  const known = new Map<string, readonly string[]>();
  let byName: ReadonlyMap<string, readonly string[]> | undefined;
  const endingWith = (name: string): readonly string[] => {
    byName ??= groupByName(paths);
    const same = byName.get(lastPart(name)) ?? [];
    const found = same.length > MAX_NAMESAKES ? [] : same.filter((path) => path.endsWith(`/${name}`));
    return found.length > MAX_CANDIDATES ? [] : found;
  };
  const find = (named: string): readonly string[] => {
    const plain = plainPath(encodePercent(named));
    const root = roots.find((one) => plain.startsWith(`${one}/`));
    const name = root === undefined ? plain : plain.slice(root.length + 1);
    if (paths.has(name)) return [name];
    if (root !== undefined || name.startsWith("../") || name.includes("node_modules/")) return [];
    return isAbsolute(name) ? bySuffix(name, paths) : endingWith(name);
  };
  return (named) => {
    const found = known.get(named) ?? (paths.has(named) ? [named] : find(named));
    known.set(named, found);
    return found;
  };
}

/** Every package has an `index.js`. */
const MAX_NAMESAKES = 1000;

const lastPart = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function groupByName(paths: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const group = groups.get(lastPart(path));
    if (group === undefined) groups.set(lastPart(path), [path]);
    else group.push(path);
  }
  return groups;
}

/** An absolute name of another machine: the longest end of at least two parts that is a path. */
function bySuffix(name: string, paths: ReadonlySet<string>): readonly string[] {
  const parts = name.split("/").slice(-MAX_DEPTH);
  for (let from = 1; parts.length - from >= 2; from += 1) {
    const tail = parts.slice(from).join("/");
    if (paths.has(tail)) return [tail];
  }
  return [];
}

const MAX_DEPTH = 40;

/** Only an address has encoded characters. A plain path may have a percent sign of its own. */
const encodePercent = (file: string): string => (/^file:/i.test(file) ? file : file.replaceAll("%", "%25"));
