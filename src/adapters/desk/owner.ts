import { randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { lstat, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { hasCode } from "#util/errors.ts";
import { startOf } from "../process/process-table.ts";
import { removeTree } from "./remove-tree.ts";

/** Whose desks these are: one process, told from every later one of the same number. */
interface Owner {
  readonly pid: number;
  readonly start: string;
  /** Changes with each start of the machine; empty where it cannot be known. */
  readonly boot: string;
  readonly host: string;
  /** Numbers of processes mean something only within it. */
  readonly pidSpace: string;
}

const OWNER_FILE = "owner.json";
/** What cannot be judged from here, another machine's on a shared disk, is removed when it is as old as this. */
const FORGOTTEN = 7 * 24 * 3600 * 1000;
/** A folder whose owner has not been written down for so long was never finished. */
const UNFINISHED = 600 * 1000;
/** Names of folders that we make: of a round, hidden until it has its owner, and of a trial of the sandbox. */
const DESK_NAMES: readonly RegExp[] = [/^\.?[a-z0-9-]+-\d+-[0-9a-f]{8}$/, /^\.probe-[A-Za-z0-9]{6}$/];

/** Makes the folder that holds all desks of one round of this process. Its name is new, so nobody else can mean it. */
export async function makeOwnerFolder(root: string, label: string): Promise<string> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const name = `${label}-${process.pid}-${randomBytes(4).toString("hex")}`;
  // It appears with its owner: a folder without could be taken for one that was left behind.
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

/** Removes desks whose owners are dead. Ends no process, never throws; returns the folders that were removed. */
export async function sweepDesks(root: string): Promise<readonly string[]> {
  return sweepFolders(root, DESK_NAMES);
}

/** The same for folders of other names. */
export async function sweepFolders(root: string, own: readonly RegExp[]): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const folder of await findAbandoned(root, own)) {
    await removeTree(folder).then(
      () => removed.push(folder),
      () => undefined,
    );
  }
  return removed;
}

/** The desks whose owners are dead: what the next review with agents removes. Never throws. */
export async function findAbandoned(root: string, own = DESK_NAMES): Promise<readonly string[]> {
  const names = await readdir(root).catch(() => []);
  const found: string[] = [];
  for (const name of names) {
    // Not ours: we make folders only by these names. Whatever else lies here is the user's.
    if (own.some((form) => form.test(name)) && (await isAbandoned(join(root, name)))) found.push(join(root, name));
  }
  return found;
}

async function isAbandoned(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined);
  // Nor is what is no folder, or another user's.
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
