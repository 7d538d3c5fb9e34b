import type { SarifFile, SarifRun } from "./sarif-schema.ts";

/** The repository that the files of a SARIF run belong to. */
export interface SarifRoot {
  /** Its root on this machine. */
  readonly root?: string;
  /** All files of the reviewed commit. Absent: unknown, so names are used unchanged. */
  readonly paths?: ReadonlySet<string>;
}

/**
 * Finds the files of the repository that a tool may mean: several if a shortened name is ambiguous, the name itself if
 * the repository has no such file, none if no file is named.
 */
export type ResolveFile = (named: SarifFile | undefined) => readonly string[];

/** Resolves the names of one run, each once. */
export function createResolver(run: SarifRun, repository: SarifRoot): ResolveFile {
  const known = new Map<string, readonly string[]>();
  return (named) => {
    const key = JSON.stringify([named?.uri, named?.uriBaseId, named?.index]);
    const files = known.get(key) ?? resolveFile(run, named, repository);
    known.set(key, files);
    return files;
  };
}

function resolveFile(run: SarifRun, named: SarifFile | undefined, { root, paths }: SarifRoot): string[] {
  const file = fileOf(run, named);
  if (file?.uri === undefined || file.uri === "") return [];
  const plain = plainPath(file.uri);
  const whole = plainPath(withBase(run, file));
  const names = [whole, plain].map((name) =>
    root !== undefined && name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name,
  );
  const [full = whole, short = plain] = names;
  if (paths === undefined) return [isAbsolute(full) ? short : full];
  for (const name of [full, short]) {
    const known = paths.has(name) ? [name] : bySameEnding(name, paths);
    if (known.length > 0) return known;
  }
  return [short];
}

/** A file may be named only by its index in the run's table. */
function fileOf(run: SarifRun, named: SarifFile | undefined): SarifFile | undefined {
  if (named?.uri !== undefined || named?.index === undefined) return named;
  return run.artifacts?.[named.index]?.location;
}

/** How many bases are followed, so that a base relative to itself ends. */
const MAX_BASES = 10;

function withBase({ originalUriBaseIds = {} }: SarifRun, file: SarifFile): string {
  const bases = new Map(Object.entries(originalUriBaseIds));
  let [uri, id] = [file.uri ?? "", file.uriBaseId];
  for (let deep = 0; deep < MAX_BASES && id !== undefined; deep += 1) {
    if (isAbsolute(plainPath(uri))) break;
    const base = bases.get(id);
    if (base?.uri !== undefined && base.uri !== "") uri = `${base.uri.replace(/\/$/, "")}/${uri}`;
    id = base?.uriBaseId;
  }
  return uri;
}

/** The longest path that is a suffix of the name; if there is none, all paths that end with the name. */
function bySameEnding(name: string, paths: ReadonlySet<string>): string[] {
  const parts = name.split("/").filter((part) => part !== "");
  // A bare file name is not enough for a relative name: every package has an `index.js`.
  const least = isAbsolute(name) ? 1 : 2;
  for (let from = 1 - Number(isAbsolute(name)); parts.length - from >= least; from += 1) {
    const tail = parts.slice(from).join("/");
    if (paths.has(tail)) return [tail];
  }
  return isAbsolute(name) ? [] : [...paths].filter((path) => path.endsWith(`/${name}`));
}

/** Whether a path begins at a root, of any system. */
export const isAbsolute = (path: string): boolean => path.startsWith("/") || /^[A-Za-z]:\//.test(path);

/** The path in an address, or in a path of any system, with slashes and without what says nothing. */
export function plainPath(uri: string): string {
  const path = decode(uri.replace(/^file:\/\/(?:localhost)?/i, "")).replaceAll("\\", "/");
  return path.replace(/^\/(?=[A-Za-z]:\/)/, "").replace(/^(?:\.\/)+/, "");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
