import { createHash } from "node:crypto";
import { join } from "node:path";
import { openFactsCache, type StoredFacts } from "#adapters/store/facts-cache.ts";
import { isInside, realPlace } from "#adapters/store/inside.ts";
import { memoryCache } from "#change-index/facts-cache.ts";
import { cacheFolder } from "#adapters/store/cache-folder.ts";

/** For whom an index is kept. */
export interface IndexOwner {
  readonly env: NodeJS.ProcessEnv;
  /** The repository's root. */
  readonly root: string;
  /** Nothing is kept in CI: there a cache may come from a run that the change could tamper with. */
  readonly isCi: boolean;
}

/**
 * Where the index of a repository is kept between runs; undefined: nowhere. It decides what is found, so it lies in the
 * user's cache and never where a commit could put a file.
 */
export async function findIndexFile({ env, root, isCi }: IndexOwner): Promise<string | undefined> {
  const folder = isCi ? undefined : cacheFolder(env);
  if (folder === undefined) return undefined;
  // Some have their cache in the checkout. What lies below .git cannot be committed.
  if ((await isInside(root, folder)) && !(await isInside(join(root, ".git"), folder))) return undefined;
  const name = createHash("sha256")
    .update(await realPlace(root))
    .digest("hex");
  return join(folder, "index", name.slice(0, 24));
}

/** The index in this file; without one it is forgotten after the round. */
export async function openIndexCache(file: string | undefined): Promise<StoredFacts> {
  return file === undefined ? { ...memoryCache(), save: () => Promise.resolve() } : openFactsCache(file);
}
