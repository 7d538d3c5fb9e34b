import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { hasCode } from "#util/errors.ts";
import { temporaryPlace } from "#util/temporary-place.ts";
import { startOf } from "../process/process-table.ts";
import { removeTree } from "./file-tree.ts";

/** The process that owns a desk. The start time distinguishes it from later processes with the same pid. */
interface Owner {
  readonly pid: number;
  readonly start: string;
  /** Changes with each start of the machine; empty if unknown. */
  readonly boot: string;
  readonly host: string;
  /** The pid namespace. */
  readonly pidSpace: string;
}

const OWNER_FILE = "owner.json";
/** The age at which a folder is removed whose owner cannot be checked, such as another machine's on a shared disk. */
const FORGOTTEN = 7 * 24 * 3600 * 1000;
/** The age at which a folder without an owner file counts as abandoned. */
const UNFINISHED = 600 * 1000;
/** The folders that we make: of a round (hidden until it has its owner file), and of a sandbox probe. */
const DESK_NAMES: readonly RegExp[] = [/^\.?[a-z0-9-]+-\d+-[0-9a-f]{8}$/, /^\.probe-[A-Za-z0-9]{6}$/];

/** Makes a folder with a unique name for all desks of one round of this process. */
export async function makeOwnerFolder(root: string, label: string): Promise<string> {
  return makeNamedFolder(root, uniqueName(label));
}

async function makeNamedFolder(root: string, name: string): Promise<string> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  // It becomes visible with its owner file; without one it would look abandoned.
  const hidden = join(root, `.${name}`);
  await mkdir(hidden, { mode: 0o700 });
  try {
    await writeFile(join(hidden, OWNER_FILE), `${JSON.stringify(await describeSelf())}\n`);
    await rename(hidden, join(root, name));
  } catch (error) {
    await removeTree(hidden).catch(() => undefined);
    throw error;
  }
  return join(root, name);
}

const uniqueName = (label: string): string => `${label}-${process.pid}-${randomBytes(4).toString("hex")}`;

/** Removes desks whose owners are dead. Ends no process, never throws; returns the folders that were removed. */
export async function sweepDesks(root: string): Promise<readonly string[]> {
  return sweepFolders(root, DESK_NAMES);
}

async function sweepFolders(root: string, own: readonly RegExp[]): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const folder of await findAbandoned(root, own)) {
    await removeOwnerFolder(folder).then(
      () => removed.push(folder),
      () => undefined,
    );
  }
  return removed;
}

/** Finds desks whose owners are dead. The next review with agents removes them. Never throws. */
export async function findAbandoned(root: string, own = DESK_NAMES): Promise<readonly string[]> {
  const names = await readdir(root).catch(() => []);
  const found: string[] = [];
  for (const name of names) {
    // Anything with another name belongs to the user.
    if (own.some((form) => form.test(name)) && (await isAbandoned(join(root, name)))) found.push(join(root, name));
  }
  return found;
}

/** Removes a folder of ours, its owner file last: if we are killed before the end, the next start knows whose it was. */
export async function removeOwnerFolder(folder: string, remove = removeTree): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (name !== OWNER_FILE) await remove(join(folder, name));
  await remove(folder);
}

/** Removes a temporary folder, in which everything is ours to remove. */
export function removeTemporaryFolder(folder: string): Promise<void> {
  return removeOwnerFolder(folder, (path) => rm(path, { recursive: true, force: true }));
}

async function isAbandoned(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined);
  // A file, or another user's folder, is not ours.
  if (stats?.isDirectory() !== true || (process.getuid !== undefined && stats.uid !== process.getuid())) return false;
  const age = Date.now() - stats.mtimeMs;
  const text = await readFile(join(folder, OWNER_FILE), "utf8").catch((error: unknown) =>
    hasCode(error, "ENOENT") ? "" : undefined,
  );
  if (text === undefined) return false;
  const owner = parseOwner(text);
  if (owner === undefined) return age > UNFINISHED;
  const isHere = owner.host === hostname();
  if (isHere && owner.boot !== "" && owner.boot !== bootId()) return true;
  if (!isHere || owner.pidSpace !== pidSpace()) return age > FORGOTTEN;
  return (await startOf(owner.pid)) !== owner.start;
}

async function describeSelf(): Promise<Owner> {
  const { pid } = process;
  return { pid, start: (await startOf(pid)) ?? "", boot: bootId(), host: hostname(), pidSpace: pidSpace() };
}

function parseOwner(text: string): Owner | undefined {
  try {
    const { pid, start, boot, host, pidSpace } = JSON.parse(text) as Partial<Record<keyof Owner, unknown>>;
    if (typeof pid !== "number" || typeof start !== "string" || typeof boot !== "string") return undefined;
    if (typeof host !== "string" || typeof pidSpace !== "string") return undefined;
    return { pid, start, boot, host, pidSpace };
  } catch {
    return undefined;
  }
}

function bootId(): string {
  return quietly(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
}

function pidSpace(): string {
  return quietly(() => readlinkSync("/proc/self/ns/pid"));
}

function quietly(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

/** The names of our temporary folders. We remove nothing else from a place that all programs share. */
const OWN_NAME = /^\.?deep-review-(?:[a-z]{1,20}-)?\d{1,10}-[0-9a-f]{8}$/;

let swept: Promise<unknown> | undefined;

/** Every temporary folder of this process, also those that are removed. */
const temporary = new Set<string>();

/**
 * Makes a temporary folder that only this user can read. What is left of it at the end of the process is removed then.
 * The first call removes the folders of processes that were killed.
 */
export async function makeTemporaryFolder(label = "deep-review"): Promise<string> {
  const place = temporaryPlace();
  swept ??= sweepFolders(place, [OWN_NAME]);
  await swept;
  if (temporary.size === 0) process.once("exit", removeTemporary);
  const name = uniqueName(label);
  temporary.add(join(place, `.${name}`)).add(join(place, name));
  return makeNamedFolder(place, name);
}

function removeTemporary(): void {
  for (const folder of temporary) {
    // A git that has not ended yet may still write here. The next start removes what is left after that.
    for (let tries = 0; tries < 20 && !removeNow(folder); tries += 1) pause(50);
  }
}

function removeNow(folder: string): boolean {
  try {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    for (const name of names) if (name !== OWNER_FILE) rmSync(join(folder, name), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

/** Blocks the process: at its end nothing else can wait. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
