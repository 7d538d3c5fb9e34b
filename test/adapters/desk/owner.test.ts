import { execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  watch,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { isAbsolute, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findDeskRoot, explainDeskError } from "#adapters/desk/desk-root.ts";
import { makeOwnerFolder, makeTemporaryFolder, removeOwnerFolder, sweepDesks } from "#adapters/desk/owner.ts";
import { removeTree } from "#adapters/desk/file-tree.ts";
import { UserError } from "#util/errors.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "deep-review-owner-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const long = new Date(Date.now() - 8 * 24 * 3600 * 1000);

/** A folder that another process left, with these differences from one of our own. */
async function leave(changes: Record<string, unknown>): Promise<string> {
  const folder = await makeOwnerFolder(root, "round");
  const file = join(folder, "owner.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), ...changes }));
  return folder;
}

describe("sweeping", () => {
  test("leaves the desks of a living process alone", async () => {
    const folder = await makeOwnerFolder(root, "round");
    expect(await sweepDesks(root)).toEqual([]);
    expect(existsSync(folder)).toBe(true);
    expect(JSON.parse(readFileSync(join(folder, "owner.json"), "utf8"))).toMatchObject({
      pid: process.pid,
      host: hostname(),
    });
  });

  test("removes those of a process that has ended, of a number that was given anew, and from before a restart", async () => {
    const child = spawn("true");
    await new Promise((resolve) => child.once("exit", resolve));
    const left = [await leave({ pid: child.pid }), await leave({ start: "1" }), await leave({ boot: "another" })];
    mkdirSync(join(left[0] ?? "", "tess/desk/code"), { recursive: true });
    execFileSync("chmod", ["-R", "a-w", join(left[0] ?? "", "tess")]);
    expect([...(await sweepDesks(root))].sort()).toEqual(left.sort());
    expect(readdirSync(root)).toEqual([]);
  });

  test("removes the owner file last, so that a killed process leaves a folder that is known", async () => {
    const folder = await makeOwnerFolder(root, "round");
    for (const name of ["a", "objects", "z"]) mkdirSync(join(folder, name));
    const gone: (string | null)[] = [];
    const watcher = watch(folder, (_, name) => gone.push(name));
    await removeOwnerFolder(folder);
    await vi.waitFor(() => expect(gone).toContain("owner.json"));
    watcher.close();
    const names = ["a", "objects", "z"];
    expect(names.every((name) => gone.indexOf(name) !== -1 && gone.indexOf(name) < gone.indexOf("owner.json"))).toBe(
      true,
    );
  });

  test("judges no process of another machine or container before it is forgotten", async () => {
    const folders = [
      await leave({ host: "another", pid: 1, start: "0" }),
      await leave({ pidSpace: "pid:[1]", pid: 1, start: "0" }),
    ];
    expect(await sweepDesks(root)).toEqual([]);
    for (const folder of folders) utimesSync(folder, long, long);
    expect(await sweepDesks(root)).toHaveLength(2);
  });

  test("leaves what is being made, files and links as they are", async () => {
    mkdirSync(join(root, ".round-12-0123abcd"));
    const old = [".probe-aB3xYz", ".round-1-0123abcd", "round-1-0123abcd"].map((name) => join(root, name));
    for (const folder of old) {
      mkdirSync(folder);
      utimesSync(folder, long, long);
    }
    writeFileSync(join(root, "file"), "");
    mkdirSync(join(root, "..", "deep-review-kept"), { recursive: true });
    symlinkSync(join(root, "..", "deep-review-kept"), join(root, "link"));
    expect([...(await sweepDesks(root))].sort()).toEqual(old);
    expect(readdirSync(root).sort()).toEqual([".round-12-0123abcd", "file", "link"]);
    rmSync(join(root, "..", "deep-review-kept"), { recursive: true });
  });

  test("never removes a folder whose name is not one of ours, however old it is and whatever lies in it", async () => {
    const names = [".config", ".probe-", ".ssh", "Documents", "old", "photos-2019", "round-1-xyz"];
    for (const name of names) {
      mkdirSync(join(root, name));
      writeFileSync(join(root, name, "owner.json"), "{}");
      utimesSync(join(root, name), long, long);
    }
    const gone = { pid: 1, start: "0", boot: "another", host: hostname(), pidSpace: "" };
    writeFileSync(join(root, "Documents", "owner.json"), JSON.stringify(gone));
    expect(await sweepDesks(root)).toEqual([]);
    expect(readdirSync(root).sort()).toEqual(names);
  });

  test("does nothing where there are no desks, and two at once do not disturb each other", async () => {
    expect(await sweepDesks(join(root, "none"))).toEqual([]);
    await Promise.all(Array.from({ length: 5 }, () => leave({ start: "1" })));
    const mine = await makeOwnerFolder(root, "mine");
    await Promise.all([sweepDesks(root), sweepDesks(root), makeOwnerFolder(root, "other")]);
    expect(readdirSync(root)).toHaveLength(2);
    expect(existsSync(mine)).toBe(true);
  });
});

describe("the place of desks", () => {
  test.each<[string, NodeJS.ProcessEnv, NodeJS.Platform, string]>([
    ["the user's cache", { HOME: "/home/tess" }, "linux", "/home/tess/.cache/deep-review/desks"],
    ["the library on macOS", { HOME: "/Users/tess" }, "darwin", "/Users/tess/Library/Caches/deep-review/desks"],
    [
      "the cache that the system names",
      { HOME: "/h", XDG_CACHE_HOME: "/var/cache/tess" },
      "linux",
      "/var/cache/tess/deep-review/desks",
    ],
    ["never a relative one", { HOME: "/h", XDG_CACHE_HOME: "cache" }, "linux", "/h/.cache/deep-review/desks"],
    ["in what the user says", { HOME: "/h", DEEP_REVIEW_DESKS: "/big" }, "linux", "/big/deep-review-desks"],
  ])("is %s", (_, env, platform, expected) => {
    expect(findDeskRoot(env, platform)).toBe(expected);
  });

  test("without a home is an error that says what to set", () => {
    expect(() => findDeskRoot({ HOME: "" })).toThrow(UserError);
  });

  test("a full disk says where and what to do", () => {
    const full = Object.assign(new Error("full"), { code: "ENOSPC" });
    expect(explainDeskError(full, "/cache")).toMatchObject({
      why: "no space is left on the disk (ENOSPC)",
      fix: expect.stringContaining("DEEP_REVIEW_DESKS"),
    });
    const bug = new Error("bug");
    expect(explainDeskError(bug, "/cache")).toBe(bug);
  });
});

test("a tree too deep for any path is removed", async () => {
  const folder = join(root, "deep");
  mkdirSync(folder);
  const script = `for (let n = 0; n < 60; n++) { fs.mkdirSync("${"x".repeat(200)}"); process.chdir("${"x".repeat(200)}"); }`;
  execFileSync(process.execPath, ["-e", script], { cwd: folder });
  await removeTree(folder);
  expect(existsSync(folder)).toBe(false);
});

test("a temporary folder has an absolute path even if TMPDIR has not", async () => {
  vi.stubEnv("TMPDIR", relative(process.cwd(), root));
  try {
    const folder = await makeTemporaryFolder();
    expect(isAbsolute(folder)).toBe(true);
    expect(folder.startsWith(join(root, "deep-review-"))).toBe(true);
  } finally {
    vi.unstubAllEnvs();
  }
});
