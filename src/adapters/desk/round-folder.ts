import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { freeName, slug } from "#util/names.ts";
import { copyObjects, type CopyRequest, type ObjectCopy } from "./copy-objects.ts";
import { makeOwnerFolder, removeOwnerFolder } from "./owner.ts";
import { removeTree } from "./file-tree.ts";

/** Copies the objects of two commits, or returns the copy that another desk of the round made. */
export type CopyOnce = (request: Omit<CopyRequest, "folder">) => Promise<ObjectCopy>;

/** A folder for one desk until it is released. */
export interface DeskFolder {
  readonly folder: string;
  readonly copy: CopyOnce;
  release(): Promise<void>;
}

interface Round {
  readonly folder: Promise<string>;
  /** Names of its subfolders. The folder is removed when the last one is released. */
  readonly inUse: Set<string>;
  readonly copies: Map<string, Promise<ObjectCopy>>;
}

/** The folders of this process, by root and round. */
const rounds = new Map<string, Round>();

/** Makes a folder for a desk in the folder of its round. */
export async function takeDeskFolder(
  root: string,
  { owner, reviewer }: { readonly owner: string; readonly reviewer: string },
): Promise<DeskFolder> {
  const key = `${root}\0${owner}`;
  const round = rounds.get(key) ?? {
    folder: makeOwnerFolder(root, slug(owner) || "round"),
    inUse: new Set<string>(),
    copies: new Map<string, Promise<ObjectCopy>>(),
  };
  rounds.set(key, round);
  // Reserve the name now, so that the end of another desk does not remove the folder.
  const name = reserve(round, slug(reviewer) || "reviewer");
  const leave = async (one: string): Promise<void> => {
    round.inUse.delete(one);
    if (round.inUse.size > 0) return;
    if (rounds.get(key) === round) rounds.delete(key);
    await round.folder.then((folder) => removeOwnerFolder(folder)).catch(() => undefined);
  };
  try {
    const folder = join(await round.folder, name);
    await mkdir(folder, { mode: 0o700 });
    let released: Promise<void> | undefined;
    return {
      folder,
      copy: (request) => copyOnce(round, request, leave),
      release: () => (released ??= removeTree(folder).finally(() => leave(name))),
    };
  } catch (error) {
    await leave(name);
    throw error;
  }
}

function reserve({ inUse }: Round, wanted: string): string {
  const name = freeName(wanted, (taken) => inUse.has(taken));
  inUse.add(name);
  return name;
}

/** A copy is kept until the repository is closed: verifiers start after the reviewers' desks are removed. */
function copyOnce(
  round: Round,
  request: Omit<CopyRequest, "folder">,
  leave: (name: string) => Promise<void>,
): Promise<ObjectCopy> {
  const { store, head, base } = request;
  const key = [head, base ?? "", ...store.folders].join("\0");
  const known = round.copies.get(key);
  // The desk that started the copy may have been stopped; this one copies again.
  if (known !== undefined) return known.catch(() => copyOnce(round, request, leave));
  const name = reserve(round, "objects");
  const folder = round.folder.then((above) => join(above, name));
  const drop = async (): Promise<void> => {
    round.copies.delete(key);
    await folder.then(removeTree).finally(() => leave(name));
  };
  const copy = folder.then((at) => copyObjects({ ...request, folder: at }));
  const made = copy.catch(async (error: unknown) => {
    await drop();
    throw error;
  });
  round.copies.set(key, made);
  store.atClose(() => made.then(drop, () => undefined));
  return made;
}
