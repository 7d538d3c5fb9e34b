import type { ChangeIndex, FileFacts } from "#model/change/change-index.ts";

/** A file that the change adds, with what the index knows of it. */
export interface NewFile {
  readonly path: string;
  readonly facts: FileFacts;
  readonly text: string;
  readonly added: ReadonlySet<number>;
  /** False when the file was there before and only gained lines. */
  readonly isNew: boolean;
}

/** The files of the change that can break a rule: source and tests with added lines, no renames, copies, examples or data. */
export async function readNewFiles(index: ChangeIndex, signal: AbortSignal): Promise<NewFile[]> {
  const files: NewFile[] = [];
  for (const { file, hunks } of index.change.diffs) {
    signal.throwIfAborted();
    if (hunks.length === 0 || file.listed !== undefined || NOT_OURS.test(file.path)) continue;
    if (file.change !== "added" && file.change !== "modified") continue;
    const facts = await index.head.facts(file.path);
    const text = facts === undefined ? undefined : await index.head.tree.read(file.path);
    if (facts === undefined || text === undefined || (facts.role !== "source" && facts.role !== "test")) continue;
    files.push({ path: file.path, facts, text, added: index.addedLines(file.path), isNew: file.change === "added" });
  }
  return files;
}

/** The folder of a path; empty at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** A folder and all above it, the root last. */
export function foldersUp(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) folders.push(folder);
  return [...folders, ""];
}

/** The name's end, from its last dot: `.ts`. Empty for a name without one. */
export function extensionOf(path: string): string {
  return /[^/](\.[^./]+)$/.exec(path)?.[1] ?? "";
}

/** More would cost seconds and change no ratio that matters. */
const MAX_PEERS = 200;

/** Paths at the base side below a folder with the same extension, nearest to it first, at most 200. */
export function peersBelow(index: ChangeIndex, folder: string, path: string): string[] {
  const extension = extensionOf(path);
  const prefix = folder === "" ? "" : `${folder}/`;
  return index.base.tree.files
    .map((file) => file.path)
    .filter((peer) => peer.startsWith(prefix) && extensionOf(peer) === extension && !NOT_OURS.test(peer))
    .toSorted((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1))
    .slice(0, MAX_PEERS);
}

const NOT_OURS = /(?:^|\/)(?:_?vendor(?:ed)?|third_party|node_modules|testdata|fixtures?|templates?|examples?)\//i;

function depthOf(path: string): number {
  return path.split("/").length;
}
