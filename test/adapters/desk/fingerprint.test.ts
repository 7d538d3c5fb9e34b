import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compareFingerprints, takeFingerprint, type Fingerprint } from "#adapters/desk/fingerprint.ts";

let root = "";
let before: Fingerprint;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "deep-review-print-"));
  mkdirSync(join(root, "code/src"), { recursive: true });
  mkdirSync(join(root, "review"));
  writeFileSync(join(root, "code/src/queue.ts"), "one\n");
  writeFileSync(join(root, "code/src/stack.ts"), "two\n");
  writeFileSync(join(root, "review/SCOPE.md"), "scope\n");
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=Tess", "-c", "user.email=tess@example.invalid", "commit", "-q", "-m", "One");
  before = await takeFingerprint(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (path: string): string => join(root, path);
const git = (...args: string[]): string =>
  execFileSync("git", args, { cwd: at("code"), encoding: "utf8", env: { PATH: process.env["PATH"], HOME: root } });
const changes = async (): Promise<string[]> =>
  compareFingerprints(before, await takeFingerprint(root)).paths.map(({ path, what }) => `${what} ${path}`);

test("nothing happened when files were only read and git has refreshed its index", async () => {
  readFileSync(at("code/src/queue.ts"));
  git("update-index", "--refresh", "--force-write-index");
  git("status");
  git("log");
  expect(await changes()).toEqual([]);
});

test.each<[string, () => void, string[]]>([
  ["a changed file", () => appendFileSync(at("code/src/queue.ts"), "more\n"), ["changed code/src/queue.ts"]],
  ["a new file, without its folder", () => writeFileSync(at("code/src/new.ts"), ""), ["added code/src/new.ts"]],
  ["a removed file", () => rmSync(at("code/src/queue.ts")), ["removed code/src/queue.ts"]],
  [
    "a new folder",
    () => mkdirSync(at("review/deep/er"), { recursive: true }),
    ["added review/deep", "added review/deep/er"],
  ],
  ["a mode", () => chmodSync(at("code/src/queue.ts"), 0o755), ["changed code/src/queue.ts"]],
  [
    "a moved file",
    () => renameSync(at("code/src/queue.ts"), at("code/queue.ts")),
    ["added code/queue.ts", "removed code/src/queue.ts"],
  ],
  [
    "a commit",
    () =>
      void git(
        "-c",
        "user.name=Eve",
        "-c",
        "user.email=eve@example.invalid",
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        "Two",
      ),
    [],
  ],
  ["a setting of git", () => void git("config", "core.fsmonitor", "./run-me"), ["changed code/.git/config"]],
])("%s is named", async (name, act, expected) => {
  act();
  const found = await changes();
  if (name === "a commit") expect(found.some((one) => /refs\/heads/.test(one))).toBe(true);
  else expect(found).toEqual(expected);
});

test("a change of the same length with its time set back is seen", async () => {
  const { atime, mtime } = statSync(at("code/src/queue.ts"));
  writeFileSync(at("code/src/queue.ts"), "ONE\n");
  utimesSync(at("code/src/queue.ts"), atime, mtime);
  expect(await changes()).toEqual(["changed code/src/queue.ts"]);
});

test("a file that came and went shows in its folder", async () => {
  writeFileSync(at("code/src/brief.ts"), "");
  rmSync(at("code/src/brief.ts"));
  expect(await changes()).toEqual(["changed code/src"]);
});

test("a file that became a link is a change, and the link is not followed", async () => {
  rmSync(at("code/src/stack.ts"));
  symlinkSync("/", at("code/src/stack.ts"));
  expect(await changes()).toEqual(["changed code/src/stack.ts"]);
});

test("at most five hundred paths are named and all are counted", async () => {
  for (let n = 0; n < 600; n += 1) writeFileSync(at(`review/${String(n).padStart(3, "0")}.md`), "");
  const { count, paths } = compareFingerprints(before, await takeFingerprint(root));
  expect(count).toBe(600);
  expect(paths).toHaveLength(500);
});

test("a folder that is gone gives an empty fingerprint and all as removed", async () => {
  rmSync(at("code"), { recursive: true });
  rmSync(at("review"), { recursive: true });
  expect(compareFingerprints(before, await takeFingerprint(root)).count).toBe(before.size);
});
