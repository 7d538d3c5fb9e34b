import { createHash } from "node:crypto";
import { join } from "node:path";
import { openFactsCache, type StoredFacts } from "#adapters/store/facts-cache.ts";
import { isInside, realPlace } from "#adapters/store/inside.ts";
import { memoryCache } from "#change-index/facts-cache.ts";
import { cacheFolder } from "#adapters/store/cache-folder.ts";

/** The repository of an index, and its environment. */
export interface IndexOwner {
  readonly env: NodeJS.ProcessEnv;
  /** The repository's root. */
  readonly root: string;
  /** In CI nothing is kept, because the change could have tampered with the cache. */
  readonly isCi: boolean;
}

/**
 * The file of a repository's index between runs. Undefined: it is not kept. The index decides what is found, so it is in
 * the user's cache and never where a commit could put a file.
 */
export async function findIndexFile({ env, root, isCi }: IndexOwner): Promise<string | undefined> {
  const folder = isCi ? undefined : cacheFolder(env);
  if (folder === undefined) return undefined;
  // Some users have their cache in the checkout. Files below .git cannot be committed.
  if ((await isInside(root, folder)) && !(await isInside(join(root, ".git"), folder))) return undefined;
  const name = createHash("sha256")
    .update(await realPlace(root))
    .digest("hex");
  return join(folder, "index", name.slice(0, 24));
}

/** Opens the index in this file. Without a file it is kept in memory. */
export async function openIndexCache(file: string | undefined): Promise<StoredFacts> {
  return file === undefined ? { ...memoryCache(), save: () => Promise.resolve() } : openFactsCache(file);
}
