import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { DiffHunk, DiffLine } from "#model/change/change.ts";
import { openProbeFiles, type PlannedBreak, type ProbeFile, type ProbeInput } from "#probe/plan-breaks.ts";

/** A file that the change writes: all of it, or what differs from its base. */
export function probeInput(path: string, head: string, base?: string): ProbeInput {
  return { path, role: "source", base, head, hunks: hunksBetween(path, base ?? "", head) };
}

/** The same, parsed. */
export async function openFile(path: string, head: string, base?: string): Promise<ProbeFile> {
  const { files, left } = await openProbeFiles([probeInput(path, head, base)]);
  const [file] = files;
  if (file === undefined) throw new Error(`${path} is left out: ${left[0]?.why}`);
  return file;
}

function inFolder<T>(run: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "probe-"));
  try {
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The hunks that git finds. */
export function hunksBetween(path: string, base: string, head: string): DiffHunk[] {
  return inFolder((folder) => {
    writeFileSync(join(folder, "base"), base);
    writeFileSync(join(folder, "head"), head);
    return readHunks(path, gitDiff(folder));
  });
}

function gitDiff(folder: string): string {
  try {
    return execFileSync("git", ["diff", "--no-index", "--text", "-U3", "base", "head"], {
      cwd: folder,
      encoding: "utf8",
    });
  } catch (error) {
    // git says with its exit code that the files differ.
    return String((error as { stdout: unknown }).stdout);
  }
}

export function readHunks(path: string, patch: string): DiffHunk[] {
  const hunks: (DiffHunk & { lines: DiffLine[] })[] = [];
  let old = 0;
  let fresh = 0;
  for (const line of patch.split("\n")) {
    const range = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (range !== null) {
      const [oldStart = 0, oldLines = 1, newStart = 0, newLines = 1] = range
        .slice(1)
        .map((part) => (part === undefined ? undefined : Number(part)));
      hunks.push({ path, oldStart, oldLines, newStart, newLines, lines: [] });
      [old, fresh] = [oldLines === 0 ? oldStart + 1 : oldStart, newLines === 0 ? newStart + 1 : newStart];
      continue;
    }
    const lines = hunks.at(-1)?.lines;
    const text = line.slice(1);
    if (line.startsWith("+")) lines?.push({ kind: "added", text, new: fresh++ });
    else if (line.startsWith("-")) lines?.push({ kind: "removed", text, old: old++ });
    else if (line.startsWith(" ")) lines?.push({ kind: "context", text, old: old++, new: fresh++ });
  }
  return hunks;
}

/** What real git makes of the head with the patch of a break; throws if it does not apply. */
export function applyWithGit({ break: { path, diff } }: PlannedBreak, head: string): string {
  return inFolder((folder) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), head);
    execFileSync("git", ["apply", "--unidiff-zero", "-"], {
      cwd: folder,
      input: diff,
      stdio: ["pipe", "ignore", "pipe"],
    });
    return execFileSync("cat", ["--", path], { cwd: folder, encoding: "utf8" });
  });
}
