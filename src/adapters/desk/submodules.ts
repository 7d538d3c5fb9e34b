import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ObjectStore } from "../git/repository.ts";
import { makeClone, type DeskClone } from "./make-clone.ts";
import type { CopyOnce } from "./round-folder.ts";

interface JudgingFacts {
  readonly store: ObjectStore;
  readonly copy: CopyOnce;
  readonly signal?: AbortSignal | undefined;
}

/** What was filled in: more places that hold objects, and what is missing. */
export interface FilledSubmodules {
  /** Where they were checked out. */
  readonly folders: readonly string[];
  readonly objectFolders: readonly string[];
  readonly notes: readonly string[];
}

/** A submodule within a submodule within …; deeper ones are a loop or a joke. */
const DEEPEST = 8;

/**
 * Checks out the submodules that the user's clone holds already, each as a clone of its own. Nothing is fetched: neither
 * an address nor a path of `.gitmodules` is used, only the names under which git keeps what was fetched before.
 */
export async function fillSubmodules(clone: DeskClone, around: JudgingFacts, depth = 0): Promise<FilledSubmodules> {
  const folders: string[] = [];
  const objectFolders: string[] = [];
  const notes: string[] = [];
  const links = depth < DEEPEST ? await listLinks(clone) : [];
  const names = links.length === 0 ? new Map<string, string>() : await readNames(clone);
  for (const { path, id } of links) {
    const store = await findModule(around.store, names.get(path));
    const filled = store === undefined ? undefined : await fill({ ...around, clone, path, id, store });
    if (store === undefined || filled === undefined) {
      notes.push(`the submodule ${path} is not on the desk: its commit is not in this clone`);
      continue;
    }
    const below = await fillSubmodules(filled, { ...around, store }, depth + 1);
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

/** Names by path, from the committed file: in the folder a link could stand in its place. */
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
  // A name that climbs would lead to any repository of the user's.
  if (name === undefined || name === "" || name.startsWith("/") || name.split(/[/\\]/).includes("..")) return undefined;
  const gitDir = join(above.modules, name);
  const objects = join(gitDir, "objects");
  const found = await stat(objects).catch(() => undefined);
  if (found?.isDirectory() !== true) return undefined;
  const [shallowFile, below] = [join(gitDir, "shallow"), join(gitDir, "modules")];
  return { ...above, folders: [objects], shallowFile, modules: below };
}

interface Filling extends JudgingFacts {
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
    // A commit that is missing there is no reason to give up the desk.
    if (error instanceof Error && error.message.startsWith("git cannot")) return undefined;
    throw error;
  }
}
