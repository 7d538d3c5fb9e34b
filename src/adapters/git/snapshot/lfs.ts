import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { InternalError } from "#util/errors.ts";
import type { Repository } from "../repository.ts";

/** The first line of every LFS pointer. */
const LFS_MARK = "version https://git-lfs.github.com/spec/v1";

/** Whether the text is a pointer and nothing else. */
export function isLfsPointer(text: string): boolean {
  if (text.length > 1024 || !text.startsWith(LFS_MARK)) return false;
  const [, ...lines] = text.trimEnd().split("\n");
  return lines.length >= 2 && lines.every((line) => /^(?:ext-\d+-\w+ |oid )sha256:[0-9a-f]{64}$|^size \d+$/.test(line));
}

/** Stores what `git lfs` would store for these files of the working tree; returns lines for `update-index --index-info`. */
export async function makeLfsPointers(repository: Repository, paths: readonly Buffer[]): Promise<readonly Buffer[]> {
  const made: { path: Buffer; file: string; mode: string }[] = [];
  for (const path of paths) {
    const full = Buffer.concat([Buffer.from(`${repository.worktree ?? ""}/`), path]);
    const stats = await lstat(full).catch(() => undefined);
    if (stats?.isFile() !== true) continue;
    const file = join(repository.tempFolder, `pointer-${made.length}`);
    const pointer = await pointerTo(full, stats.size).catch(() => undefined);
    // Unreadable: keep the committed content.
    if (pointer === undefined) continue;
    await writeFile(file, pointer);
    made.push({ path, file, mode: (stats.mode & 0o111) === 0 ? "100644" : "100755" });
  }
  if (made.length === 0) return [];
  const input = made.map(({ file }) => `${file}\n`).join("");
  const { code, stdout, stderr } = await repository.run(["hash-object", "-w", "--no-filters", "--stdin-paths"], {
    input,
  });
  if (code !== 0) throw new InternalError(`git cannot store LFS pointers: ${stderr}`);
  const ids = stdout.toString("utf8").trim().split("\n");
  return made.map(({ path, mode }, at) => Buffer.concat([Buffer.from(`${mode} ${ids[at]}\t`), path]));
}

async function pointerTo(file: Buffer, size: number): Promise<string> {
  // If LFS content was not fetched, the working tree contains the pointer itself.
  if (size < 1024) {
    const handle = await open(file);
    const text = await handle.readFile("utf8").finally(() => handle.close());
    if (isLfsPointer(text)) return text;
  }
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return `${LFS_MARK}\noid sha256:${hash.digest("hex")}\nsize ${size}\n`;
}
