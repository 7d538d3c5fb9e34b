import { chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { openChange } from "#adapters/git/open-change.ts";
import { makeRepository, type TemporaryRepository } from "./temporary-repository.ts";

// Only root can give a folder to somebody else.
const isRoot = process.getuid?.() === 0;
let repository: TemporaryRepository;

beforeEach(() => {
  // What git was told of the system is kept for the whole run of the program.
  vi.resetModules();
  repository = makeRepository();
  repository.commit("Add a", { "a.ts": "a\n" });
  vi.stubEnv("HOME", join(repository.folder, ".."));
  vi.stubEnv("SUDO_UID", undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
  repository.remove();
});

async function openAs(systemSettings: string): Promise<{ files: string[]; name: string | undefined }> {
  const file = join(repository.folder, "..", "system");
  writeFileSync(file, systemSettings);
  vi.stubEnv("GIT_CONFIG_SYSTEM", file);
  for (const path of [repository.folder, join(repository.folder, ".git")]) chownSync(path, 12345, 12345);
  const fresh = (await import("#adapters/git/open-change.ts")) as { openChange: typeof openChange };
  const opened = await fresh.openChange({ folder: repository.folder, target: "HEAD" });
  const files = opened.change.scope.files.map(({ path }) => path);
  await opened.close();
  return { files, name: opened.change.scope.repository?.name };
}

test.skipIf(!isRoot)("a folder of another owner is refused, with what to type", async () => {
  await expect(openAs("[user]\n\tname = x\n")).rejects.toMatchObject({
    what: `git does not trust the repository in ${repository.folder}`,
  });
});

test.skipIf(!isRoot)("a folder that the system's settings allow is read", async () => {
  expect(await openAs(`[safe]\n\tdirectory = ${repository.folder}\n`)).toMatchObject({ files: ["a.ts"] });
});

test.skipIf(!isRoot)("what the system's settings took back is refused", async () => {
  await expect(openAs(`[safe]\n\tdirectory = ${repository.folder}\n\tdirectory =\n`)).rejects.toThrow();
});

test.skipIf(!isRoot)("nothing else of the system's settings is taken over", async () => {
  const settings = `[safe]\n\tdirectory = *\n[remote "origin"]\n\turl = https://example.invalid/other/name\n`;
  expect(await openAs(settings)).toEqual({ files: ["a.ts"], name: "queue" });
});
