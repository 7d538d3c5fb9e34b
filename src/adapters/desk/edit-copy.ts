import { createHash } from "node:crypto";
import { execFile } from "node:child_process";
import { lstat, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { WorkingCopy } from "./working-copy.ts";

/** What a file of the copy is to hold during a run. */
export interface FileEdit {
  /** From the root of the code. */
  readonly path: string;
  /** Absent: the file is to be missing. */
  readonly text?: string | undefined;
}

/** The files of a copy that were edited, to be put back. */
export interface EditedCopy {
  /** Whether the edits still hold: nothing else has written these files. */
  isIntact(): Promise<boolean>;
  /** Puts back what was there. Throws if that is impossible. */
  restore(): Promise<void>;
}

/**
 * Edits files of a copy. Commands of the repository have run there and may have replaced a file or a folder by a link, so
 * no link is followed: a new file takes the place of the old one. Throws if the place is not inside the copy any more.
 */
export async function editCopy(copy: CopyFolders, edits: readonly FileEdit[]): Promise<EditedCopy> {
  const before = await Promise.all(edits.map(async ({ path }) => ({ path, bytes: await readPlain(copy, path) })));
  const restore = async (): Promise<void> => {
    for (const { path, bytes } of before) await put(copy, path, bytes);
  };
  try {
    for (const { path, text } of edits) await put(copy, path, text === undefined ? undefined : Buffer.from(text));
  } catch (error) {
    await restore().catch(() => undefined);
    throw error;
  }
  return {
    async isIntact() {
      const now = await Promise.all(edits.map(({ path }) => readPlain(copy, path).catch(() => undefined)));
      return edits.every(
        ({ text }, at) => digest(now[at]) === digest(text === undefined ? undefined : Buffer.from(text)),
      );
    },
    async restore() {
      await restore();
      for (const { path, bytes } of before) {
        if (digest(await readPlain(copy, path)) !== digest(bytes)) throw new Error(`${path} cannot be put back`);
      }
    },
  };
}

const digest = (bytes: Buffer | undefined): string =>
  bytes === undefined ? "" : createHash("sha256").update(bytes).digest("hex");

/** The content of a plain file; undefined if there is none. Throws if it is a link or something else. */
async function readPlain(copy: CopyFolders, path: string): Promise<Buffer | undefined> {
  const at = join(copy.code, path);
  const entry = await lstat(at).catch(() => undefined);
  if (entry === undefined) return undefined;
  await openFolder(copy, path);
  if (!entry.isFile()) throw new Error(`${path} is not a plain file any more`);
  return readFile(at);
}

async function put(copy: CopyFolders, path: string, bytes: Buffer | undefined): Promise<void> {
  const at = join(copy.code, path);
  await openFolder(copy, path);
  if (bytes === undefined) return rm(at, { force: true });
  const mode = (await lstat(at).catch(() => undefined))?.mode ?? 0o644;
  const other = `${at}.deep-review-edit`;
  await rm(other, { recursive: true, force: true });
  await writeFile(other, bytes, { flag: "wx", mode: mode & 0o777 });
  await rename(other, at);
}

type CopyFolders = Pick<WorkingCopy, "folder" | "code">;

/** Makes the folder of a file, one level after the other. Throws if one of them is a link: it may lead anywhere. */
async function openFolder({ folder, code }: CopyFolders, path: string): Promise<void> {
  // Commands can replace everything below this folder, also that of the code, but not the folder itself.
  const levels = relative(folder, dirname(join(code, path))).split("/");
  let at = folder;
  for (const level of levels) {
    at = join(at, level);
    const entry = await lstat(at).catch(() => undefined);
    if (entry === undefined) await mkdir(at);
    else if (!entry.isDirectory()) throw new Error(`the folder of ${path} is not a plain folder any more`);
  }
}

/** Tells which files of a copy were written since it was made. */
export interface CopyWatch {
  /** Paths from the root of the code, without installed dependencies; undefined: too many to list. */
  changed(): Promise<readonly string[] | undefined>;
}

/** Marks this moment. What is written later counts as changed, by the time that only the system sets. */
export async function watchCopy({ folder, code }: WorkingCopy): Promise<CopyWatch> {
  const mark = join(folder, "mark");
  await rm(mark, { recursive: true, force: true });
  await writeFile(mark, "", { flag: "wx" });
  return { changed: () => findNewer(code, mark) };
}

const MAX_LISTED = 4 * 1024 * 1024;

function findNewer(code: string, mark: string): Promise<string[] | undefined> {
  const skipped = ["(", "-name", "node_modules", "-o", "-name", ".git", ")", "-prune"];
  const args = [code, ...skipped, "-o", "-cnewer", mark, "-print0"];
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C" };
  return new Promise((resolve) => {
    execFile("find", args, { env, maxBuffer: MAX_LISTED }, (error, stdout) => {
      if (error !== null) return resolve(undefined);
      resolve(stdout.split("\0").flatMap((path) => (path === "" ? [] : [relative(code, path)])));
    });
  });
}
