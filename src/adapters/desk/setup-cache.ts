import { execFile } from "node:child_process";
import { lstat, mkdir, readdir, readFile, rename, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { copyTree, removeTree } from "./file-tree.ts";
import { makeOwnerFolder, removeOwnerFolder, sweepDesks } from "./owner.ts";

/** What set-up commands made. */
export interface SetupResult {
  /** Paths below the code that they added or changed, none below another. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** The folders that a result is taken from, or put into. */
export interface SetupTarget {
  readonly code: string;
  readonly home: string;
}

/** Keeps what set-up commands made, by name. */
export interface SetupCache {
  /** Puts a kept result into a fresh desk. False: there is none, or it went away meanwhile, and the desk may have parts of it. */
  restore(key: string, target: SetupTarget): Promise<"none" | "restored" | "broken">;
  /** Never fails: without it the commands run again. */
  store(key: string, result: SetupResult, target: SetupTarget): Promise<void>;
  /** Runs one after another what is about the same name, so that the second finds the result of the first. */
  inTurn<T>(key: string, work: () => Promise<T>): Promise<T>;
}

interface CacheOptions {
  /** Made when it is first needed. */
  readonly root: () => Promise<string>;
  /** Bytes of all results together. */
  readonly limit?: number;
}

const GIGABYTE = 1024 ** 3;
const LIMIT = 5 * GIGABYTE;
const META = "result.json";

/**
 * Opens the results below a folder. Each is complete before it gets its name, and loses its name before it is removed, so that
 * other processes and a kill at any moment see all of it or nothing.
 */
export function openSetupCache({ root, limit = LIMIT }: CacheOptions): SetupCache {
  const turns = new Map<string, Promise<unknown>>();
  return {
    async restore(key, target) {
      const entry = join(await root(), key);
      const before = await lstat(entry).catch(() => undefined);
      const result = before === undefined ? undefined : await readResult(entry);
      if (before === undefined || result === undefined) return "none";
      try {
        await restoreFrom(entry, result, target);
      } catch {
        return "broken";
      }
      // A result without its name was being removed while it was copied.
      const after = await lstat(entry).catch(() => undefined);
      if (after?.ino !== before.ino) return "broken";
      const now = new Date();
      await utimes(entry, now, now).catch(() => undefined);
      return "restored";
    },
    async store(key, result, target) {
      try {
        await storeAt(await root(), { key, result, target, limit });
      } catch {
        // A full disk, or another process was first.
      }
    },
    async inTurn(key, work) {
      const last = turns.get(key) ?? Promise.resolve();
      const next = last.then(work, work);
      turns.set(
        key,
        next.catch(() => undefined),
      );
      return next;
    },
  };
}

async function readResult(entry: string): Promise<SetupResult | undefined> {
  try {
    const { changed, removed } = JSON.parse(await readFile(join(entry, META), "utf8")) as Partial<SetupResult>;
    return Array.isArray(changed) && Array.isArray(removed) ? { changed, removed } : undefined;
  } catch {
    return undefined;
  }
}

async function restoreFrom(entry: string, { changed, removed }: SetupResult, { code, home }: SetupTarget) {
  for (const path of [...removed, ...changed]) await removeTree(join(code, path));
  for (const path of changed) {
    await mkdir(dirname(join(code, path)), { recursive: true });
    await copyTree(join(entry, "code", path), join(code, path));
  }
  await removeTree(home);
  await copyTree(join(entry, "home"), home);
}

interface Storing {
  readonly key: string;
  readonly result: SetupResult;
  readonly target: SetupTarget;
  readonly limit: number;
}

async function storeAt(root: string, { key, result, target, limit }: Storing): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  await sweepDesks(root);
  const scratch = await makeOwnerFolder(root, "new");
  try {
    const entry = join(scratch, "entry");
    await mkdir(join(entry, "code"), { recursive: true, mode: 0o700 });
    for (const path of result.changed) {
      await mkdir(dirname(join(entry, "code", path)), { recursive: true });
      await copyTree(join(target.code, path), join(entry, "code", path));
    }
    await copyTree(target.home, join(entry, "home"));
    const size = await sizeOf(entry);
    if (size > limit / 2) return;
    await writeFile(join(entry, META), JSON.stringify({ ...result, size }));
    await makeRoom(root, scratch, limit - size);
    await rename(entry, join(root, key));
  } finally {
    await removeOwnerFolder(scratch);
  }
}

/** Removes the results that were not used for the longest time until the others fit. */
async function makeRoom(root: string, scratch: string, room: number): Promise<void> {
  const names = (await readdir(root)).filter((name) => /^[0-9a-f]{64}$/.test(name));
  const entries = await Promise.all(
    names.map(async (name) => {
      const used = await lstat(join(root, name)).catch(() => undefined);
      return { name, used: used?.mtimeMs ?? 0, size: await storedSize(join(root, name)) };
    }),
  );
  let left = room;
  for (const { name, size } of entries.sort((one, other) => other.used - one.used)) {
    left -= size;
    // The scratch folder goes when this ends, or with the next sweep if we are killed.
    if (left < 0) await rename(join(root, name), join(scratch, name)).catch(() => undefined);
  }
}

async function storedSize(entry: string): Promise<number> {
  try {
    const { size } = JSON.parse(await readFile(join(entry, META), "utf8")) as { size?: unknown };
    return typeof size === "number" ? size : Infinity;
  } catch {
    return Infinity;
  }
}

function sizeOf(folder: string): Promise<number> {
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C" };
  return new Promise((resolve, reject) => {
    execFile("du", ["-sk", "--", folder], { env }, (error, stdout) =>
      error === null ? resolve(Number.parseInt(stdout, 10) * 1024) : reject(error),
    );
  });
}
