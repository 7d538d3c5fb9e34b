import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findIndexFile } from "#pipeline/round/index-cache.ts";

let top = "";
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "deep-review-index-"));
  mkdirSync(join(top, "repository/.git"), { recursive: true });
  symlinkSync("repository/caches", join(top, "linked"));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const find = (env: NodeJS.ProcessEnv, isCi = false) => findIndexFile({ env, root: join(top, "repository"), isCi });

test("the index lies in the user's cache", async () => {
  const path = await find({ HOME: top, XDG_CACHE_HOME: join(top, "cache") });
  expect(path?.startsWith(join(top, "cache/deep-review/index/"))).toBe(true);
  expect(await find({ HOME: join(top, "repository/.git/home") })).toContain("repository/.git/home");
});

test("never where a commit can put a file, nor in CI, nor without a home", async () => {
  expect(await find({ HOME: join(top, "repository/home") })).toBeUndefined();
  expect(await find({ HOME: top, XDG_CACHE_HOME: join(top, "linked") })).toBeUndefined();
  expect(await find({ HOME: top }, true)).toBeUndefined();
  expect(await find({ HOME: "" })).toBeUndefined();
});
