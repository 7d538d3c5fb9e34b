import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ObjectStore } from "../git/repository.ts";
import { makeClone, type DeskClone } from "./make-clone.ts";
import type { CopyOnce } from "./round-folder.ts";

interface SubmoduleSource {
  readonly store: ObjectStore;
  readonly copy: CopyOnce;
  readonly signal?: AbortSignal | undefined;
}

interface FilledSubmodules {
  /** The folders of the checked-out submodules. */
  readonly folders: readonly string[];
  readonly objectFolders: readonly string[];
  readonly notes: readonly string[];
}

/** How deep submodules may nest. */
const MAX_DEPTH = 8;

/**
 * Checks out the submodules that the user's clone already contains, each as a separate clone. Fetches nothing: it uses no
 * address or path from `.gitmodules`, only the names under which git stores fetched submodules.
 */
export async function fillSubmodules(clone: DeskClone, source: SubmoduleSource, depth = 0): Promise<FilledSubmodules> {
  const folders: string[] = [];
  const objectFolders: string[] = [];
  const notes: string[] = [];
  const links = depth < MAX_DEPTH ? await listLinks(clone) : [];
  const names = links.length === 0 ? new Map<string, string>() : await readNames(clone);
  for (const { path, id } of links) {
    const store = await findModule(source.store, names.get(path));
    const filled = store === undefined ? undefined : await fill({ ...source, clone, path, id, store });
    if (store === undefined || filled === undefined) {
      notes.push(`the submodule ${path} is not on the desk: its commit is not in this clone`);
      continue;
    }
    const below = await fillSubmodules(filled, { ...source, store }, depth + 1);
    folders.push(filled.folder, ...below.folders);
    objectFolders.push(filled.objects, ...below.objectFolders);
    notes.push(...filled.notes.map((note) => `in the submodule ${path}: ${note}`), ...below.notes);
  }
  return { folders, objectFolders, notes };
}

async function listLinks({ run }: DeskClone): Promise<{ path: string; id: string }[]> {
  const { stdout } = await run(["ls-files", "--stage", "-z"]);
  return [...stdout.toString("utf8").matchAll(/160000 ([0-9a-f]+) 0\t([^\0]+)\0/g)].map(([, id = "", path = ""]) => ({
    id,
    path,
  }));
}

/** Submodule names by path, from the committed file: the file in the folder could be a link. */
async function readNames({ run }: DeskClone): Promise<Map<string, string>> {
  const pattern = "^submodule\\..*\\.path$";
  const { stdout } = await run(["config", "--blob", "HEAD:.gitmodules", "-z", "--get-regexp", pattern]);
  const entries = stdout
    .toString("utf8")
    .split("\0")
    .filter((entry) => entry.includes("\n"));
  return new Map(
    entries.map((entry) => {
      const at = entry.indexOf("\n");
      return [entry.slice(at + 1), entry.slice("submodule.".length, at - ".path".length)];
    }),
  );
}

async function findModule(above: ObjectStore, name: string | undefined): Promise<ObjectStore | undefined> {
  // A name with `..` could lead to any repository of the user.
  if (name === undefined || name === "" || name.startsWith("/") || name.split(/[/\\]/).includes("..")) return undefined;
  const gitDir = join(above.modules, name);
  const objects = join(gitDir, "objects");
  const found = await stat(objects).catch(() => undefined);
  if (found?.isDirectory() !== true) return undefined;
  const [shallowFile, below] = [join(gitDir, "shallow"), join(gitDir, "modules")];
  return { ...above, folders: [objects], shallowFile, modules: below };
}

interface Filling extends SubmoduleSource {
  readonly clone: DeskClone;
  readonly path: string;
  readonly id: string;
}

async function fill(filling: Filling): Promise<(DeskClone & { readonly objects: string }) | undefined> {
  const { clone, path, id, store, copy, signal } = filling;
  const folder = join(clone.folder, path);
  await mkdir(folder, { recursive: true });
  try {
    const objects = await copy({ store, head: id, signal });
    const made = await makeClone({ folder, objects, head: id, signal });
    return { ...made, objects: objects.folder, notes: [...objects.notes, ...made.notes] };
  } catch (error) {
    signal?.throwIfAborted();
    // The desk is still useful without this submodule.
    if (error instanceof Error && error.message.startsWith("git cannot")) return undefined;
    throw error;
  }
}
