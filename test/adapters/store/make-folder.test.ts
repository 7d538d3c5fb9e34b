import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeFolder } from "#adapters/store/write-file.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deep-review-folder-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("makes all that is missing, and is content with what is there", async () => {
  await makeFolder(join(folder, "a/b/c"));
  await makeFolder(join(folder, "a/b/c"));
  expect(statSync(join(folder, "a/b/c")).isDirectory()).toBe(true);
});

test("a file in the way is told", async () => {
  writeFileSync(join(folder, "a"), "");
  for (const path of ["a", "a/b", "a/b/c"])
    await expect(makeFolder(join(folder, path))).rejects.toMatchObject({ code: "ENOTDIR" });
});

// Node itself would try for ever.
test.runIf(process.platform === "linux")("where the system makes no folder, that is told", async () => {
  await expect(makeFolder("/proc/deep-review/a")).rejects.toMatchObject({ code: "ENOENT" });
});
