import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasCode, UserError } from "#util/errors.ts";
import type { Journal } from "./journal.ts";
import { readPlainFile } from "./read-plain-file.ts";
import { explainWriteError } from "./write-file.ts";

/** Lets one process at a time work on a round. Ignores the lock of a dead process. */
export async function withRoundLock<T>(journal: Journal, work: () => Promise<T>): Promise<T> {
  const path = join(journal.folder, "lock");
  await takeLock(path, journal.id);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function takeLock(path: string, id: string): Promise<void> {
  const own = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeFile(own, `${process.pid} ${(await startOf(process.pid)) ?? ""}`, { flag: "wx" });
    while (!(await putInPlace(own, path))) await removeStale(path, id);
  } catch (error) {
    throw explainWriteError(error, path);
  } finally {
    await rm(own, { force: true }).catch(() => undefined);
  }
}

/** Creates the lock together with its content; an empty lock would look like that of a dead process. */
async function putInPlace(own: string, path: string): Promise<boolean> {
  try {
    await link(own, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    // The file system has no links.
    await copyFile(own, path, constants.COPYFILE_EXCL).catch((reason: unknown) => {
      if (!hasCode(reason, "EEXIST")) throw reason;
    });
    return (await readPlainFile(own)) === (await readPlainFile(path));
  }
}

/** Throws if the process that holds the lock is alive. */
async function removeStale(path: string, id: string): Promise<void> {
  const found = await readPlainFile(path).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  });
  if (found === undefined) return;
  const [pid = "", start = ""] = found.split(" ");
  if (await isAlive(Number(pid), start)) {
    throw new UserError({
      what: `review ${id} is running`,
      why: `process ${pid} works on it`,
      fix: "wait for it to end, or end that process and resume",
    });
  }
  // Move it away before removing it: another process may have put a valid lock there since.
  const aside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  await rename(path, aside).catch(() => undefined);
  const moved = await readPlainFile(aside).catch(() => undefined);
  if (moved !== undefined && moved !== found) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

/** Compares the start time too, since pids are reused. A zombie is dead. */
async function isAlive(pid: number, start: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0 || !answers(pid)) return false;
  const now = await startOf(pid);
  return now === undefined || start === "" || now === start;
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}

/** The start time of a process in the system's format; `gone` for a zombie; undefined if unknown. */
async function startOf(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  // The name in parentheses may contain anything; the fields after it are fixed: state first, start time twentieth.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" || fields[0] === "X" ? "gone" : fields[19];
}
