import { posix } from "node:path";
import type { BundleFile } from "#model/agent/bundle.ts";
import type { Tree } from "#model/change/change.ts";

/** A file that can be read. */
export interface ReadableFile {
  /** As on a desk: `code/src/mail.ts`, `review/scope.md`. */
  readonly shown: string;
  /** From the repository's root, or from the desk for the bundle. */
  readonly inside: string;
  readonly isBundle: boolean;
  /** Undefined: binary or too large. */
  read(): Promise<string | undefined>;
}

/** The files of a desk without a folder of its own. */
export interface CommitDesk {
  find(path: string): ReadableFile | undefined;
  /** The file itself, or all files below a folder; the whole desk for an empty path. */
  below(path: string): readonly ReadableFile[];
  /** What a path is called in the repository; undefined where nothing is there. */
  repositoryPath(path: string): string | undefined;
  /** Files of the same name elsewhere. */
  alike(path: string): readonly string[];
}

const MAX_ALIKE = 3;

/**
 * A path means what it means on a desk: `review/…` is the bundle, `code/…` the commit. Everything else is meant from the
 * repository's root, and so is a name of the desk that is not there but in the repository.
 */
export function createDesk({
  head,
  bundle,
}: {
  readonly head: Tree;
  readonly bundle: readonly BundleFile[];
}): CommitDesk {
  const places = new Map<string, ReadableFile>();
  for (const { path, text } of bundle) {
    places.set(path, { shown: path, inside: path, isBundle: true, read: async () => text });
  }
  for (const { path } of head.files) {
    places.set(`code/${path}`, { shown: `code/${path}`, inside: path, isBundle: false, read: () => head.read(path) });
  }
  const all = [...places.values()].sort((one, other) => (one.shown < other.shown ? -1 : 1));
  const inFolder = (name: string): ReadableFile[] => all.filter(({ shown }) => shown.startsWith(`${name}/`));
  const below = (path: string): readonly ReadableFile[] => {
    const names = namesOf(path);
    if (names === undefined) return [];
    if (names.length === 0) return all;
    for (const name of names) {
      const file = places.get(name);
      const found = file === undefined ? inFolder(name) : [file];
      if (found.length > 0) return found;
    }
    return [];
  };
  const find = (path: string): ReadableFile | undefined =>
    (namesOf(path) ?? []).map((name) => places.get(name)).find((place) => place !== undefined);
  return {
    find,
    below,
    repositoryPath(path) {
      const file = find(path);
      if (file !== undefined) return file.isBundle ? undefined : file.inside;
      const folder = (namesOf(path) ?? []).find((name) => name.startsWith("code") && inFolder(name).length > 0);
      return folder === undefined ? undefined : folder.replace(/^code\/?/, "");
    },
    alike(path) {
      const name = posix.basename(path);
      const same = all.filter(({ shown }) => name !== "" && posix.basename(shown) === name);
      return same.slice(0, MAX_ALIKE).map(({ shown }) => shown);
    },
  };
}

/** What a path may be called here, the likeliest first; undefined where it leads away. */
function namesOf(path: string): string[] | undefined {
  if (path.includes("\0") || path.length > 4096) return undefined;
  const plain = posix.normalize(path.replace(/^\/+/, "")).replace(/\/+$/, "");
  if (plain === ".." || plain.startsWith("../")) return undefined;
  if (plain === "." || plain === "") return [];
  const isDeskName = plain === "code" || plain.startsWith("code/") || plain === "review" || plain.startsWith("review/");
  return isDeskName ? [plain, `code/${plain}`] : [`code/${plain}`];
}
