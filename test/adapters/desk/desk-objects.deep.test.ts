import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { copyObjects } from "#adapters/desk/copy-objects.ts";
import { makeClone } from "#adapters/desk/make-clone.ts";
import { openDesk, type Desk, type DeskRequest } from "#adapters/desk/open-desk.ts";
import { removeTree } from "#adapters/desk/file-tree.ts";
import { openChange, type OpenedChange, type ScopeRequest } from "#adapters/git/open-change.ts";
import { fingerprint, makeRepository, type TemporaryRepository } from "../git/temporary-repository.ts";

let repository: TemporaryRepository;
let above = "";
let root = "";
const opened: OpenedChange[] = [];
const desks: Desk[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "deep-review-desk-"));
  repository = makeRepository();
  above = join(repository.folder, "..");
  repository.commit("Begin", { "src/queue.ts": "export const size = 1;\n", "README.md": "A queue.\n" });
  repository.commit("Grow", { "src/queue.ts": "export const size = 2;\n", "bin/run": "#!/bin/sh\n" });
  repository.commit("Third", { "third.ts": "3\n" });
});
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.close();
  for (const change of opened.splice(0)) await change.close();
  repository.remove();
  // Parts of it are closed to writing.
  await removeTree(root);
});

async function open(scope: Partial<ScopeRequest> = {}): Promise<OpenedChange> {
  const target = scope.uncommitted === true ? {} : { target: "HEAD" };
  const change = await openChange({ folder: repository.folder, ...target, ...scope });
  opened.push(change);
  return change;
}

async function sit(change: OpenedChange, more: Partial<DeskRequest> = {}): Promise<Desk> {
  const { base, head = "" } = change.change.scope;
  const about = { owner: "round 1", reviewer: "tess", store: change.store, base, head, bundle: [], root };
  const desk = await openDesk({ ...about, ...more });
  desks.push(desk);
  return desk;
}

/** Git as a reviewer would run it. */
function git(code: string, ...args: string[]): string {
  const env = { PATH: process.env["PATH"], HOME: root };
  return execFileSync("git", args, { cwd: code, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}

const objectsAt = (code: string): string[] =>
  git(code, "cat-file", "--batch-all-objects", "--batch-check=%(objectname)").split("\n").sort();

const neededBy = (...commits: string[]): string[] =>
  repository
    .git("rev-list", "--objects", "--no-object-names", ...commits)
    .split("\n")
    .sort();

/** Everything in a repository that is not part of the change or its history; returns the ids of what must not be seen. */
function hideSecrets(): string[] {
  const { git: run, commit, write } = repository;
  run("checkout", "-q", "-b", "private");
  const branch = commit("Private", { "private.txt": "private branch\n" });
  const blob = run("rev-parse", "private:private.txt");
  run("checkout", "-q", "main");
  write("README.md", "stashed\n");
  run("stash");
  const stash = run("rev-parse", "stash");
  write("staged.txt", "staged once\n");
  run("add", "staged.txt");
  const staged = run("rev-parse", ":staged.txt");
  run("rm", "-q", "-f", "--cached", "staged.txt");
  rmSync(join(repository.folder, "staged.txt"));
  const undone = commit("Undone", { "undone.txt": "only in the reflog\n" });
  run("reset", "-q", "--hard", "HEAD~1");
  run("tag", "-a", "-m", "secret plans", "plans");
  run("remote", "add", "origin", "https://tess:token@example.invalid/queue.git");
  return [branch, blob, stash, staged, undone, run("rev-parse", "plans")];
}

/** The texts of all files that git keeps at a desk. */
function filesOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  return names.flatMap((name) => (statSync(name).isFile() ? [readFileSync(name, "latin1")] : [])).join("\n");
}

function expectOnlyTheCommit(desk: Desk, secrets: readonly string[]): void {
  expect(objectsAt(desk.code)).toEqual(
    neededBy(git(desk.code, "rev-parse", "base"), git(desk.code, "rev-parse", "head")),
  );
  for (const secret of secrets) expect(() => git(desk.code, "cat-file", "-t", secret)).toThrow();
  expect(git(desk.code, "fsck", "--full", "--strict")).toBe("");
  expect(git(desk.code, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/base\nrefs/heads/head");
  expect(git(desk.code, "reflog")).toBe("");
  expect(filesOf(join(desk.code, ".git"))).not.toContain(above);
  expect(filesOf(join(desk.code, ".git"))).not.toMatch(/worktrees|commondir|example\.invalid/);
  expect(git(desk.code, "log", "--format=%s", "-2", "base")).toBe("Grow\nBegin");
  expect(git(desk.code, "blame", "-s", "src/queue.ts")).toContain("size = 2");
  expect(git(desk.code, "diff", "--name-only", "base..head")).toBe("third.ts");
  expect(git(desk.code, "show", "head:third.ts")).toBe("3");
  expect(git(desk.code, "status", "--porcelain")).toBe("");
}

describe("a desk holds the objects of both sides and their history, and nothing else", () => {
  test.each([
    ["loose objects", []],
    ["a pack that also holds what nothing names", [["repack", "-a", "-d", "-k", "-q"]]],
  ])("of %s", async (_, prepare) => {
    const secrets = hideSecrets();
    for (const args of prepare) repository.git(...args);
    const before = fingerprint(repository.folder);
    expectOnlyTheCommit(await sit(await open()), secrets);
    expect(fingerprint(repository.folder)).toBe(before);
  });

  test.each([
    ["a clone that borrows all objects", ["clone", "-q", "--shared", "queue", "other"]],
    ["a clone with links to all objects", ["clone", "-q", "--local", "queue", "other"]],
    ["a linked worktree", ["-C", "queue", "worktree", "add", "-q", "--detach", "../other"]],
  ])("of %s", async (_, args) => {
    const secrets = hideSecrets();
    repository.git("repack", "-a", "-d", "-k", "-q");
    repository.git("-C", above, ...args);
    expectOnlyTheCommit(await sit(await open({ folder: join(above, "other") })), secrets);
  });

  test("of uncommitted work, whose snapshot nothing names", async () => {
    const secrets = hideSecrets();
    repository.write("draft.ts", "draft\n");
    const change = await open({ uncommitted: true });
    const { base = "", head = "" } = change.change.scope;
    const desk = await sit(change);
    expect(objectsAt(desk.code)).toEqual(neededBy(base, head));
    for (const secret of secrets) expect(() => git(desk.code, "cat-file", "-t", secret)).toThrow();
    expect(git(desk.code, "show", "head:draft.ts")).toBe("draft");
  });

  test("of a change from nothing, and of the side before it", async () => {
    const change = await open();
    const { emptyTree } = change.store;
    const desk = await sit(change, { base: emptyTree });
    expect(objectsAt(desk.code)).toEqual(neededBy("HEAD"));
    expect(git(desk.code, "diff", "--name-only", "base", "head").split("\n")).toHaveLength(4);
    const before = await sit(change, { base: emptyTree, side: "base" });
    expect(readdirSync(before.code)).toEqual([".git"]);
    expect(git(before.code, "status", "--porcelain")).toBe("");
  });

  test("of submodules too", async () => {
    const inner = makeRepository();
    inner.commit("Inner", { "inner.ts": "inner\n" });
    inner.git("branch", "private");
    repository.git("submodule", "add", "-q", inner.folder, "vendor/inner");
    repository.commit("Add a submodule");
    const clone = join(repository.folder, "vendor/inner");
    writeFileSync(join(clone, "staged.txt"), "staged once\n");
    const secret = repository.git("-C", clone, "hash-object", "-w", "staged.txt");
    const desk = await sit(await open(), { submodules: true });
    const code = join(desk.code, "vendor/inner");
    expect(objectsAt(code)).toEqual(inner.git("rev-list", "--objects", "--no-object-names", "HEAD").split("\n").sort());
    expect(() => git(code, "cat-file", "-t", secret)).toThrow();
    inner.remove();
  });
});

describe("the copy", () => {
  test("is made once for all desks of a round, both sides included, and kept until the change is closed", async () => {
    const change = await open();
    const made = await Promise.all([sit(change), sit(change, { reviewer: "kim" }), sit(change, { side: "base" })]);
    expect(new Set(made.map(({ objectFolders }) => objectFolders.join())).size).toBe(1);
    for (const desk of made) await desk.close();
    const late = await sit(change, { reviewer: "verifier" });
    expect(late.objectFolders).toEqual(made[0]?.objectFolders);
    expect(existsSync(join(made[2]!.code, "third.ts"))).toBe(false);
    await late.close();
    await change.close();
    expect(readdirSync(root)).toEqual([]);
  });

  test("is made anew for the others when the one who began it was stopped", async () => {
    const change = await open();
    const stop = new AbortController();
    const first = sit(change, { signal: stop.signal });
    const second = sit(change, { reviewer: "kim" });
    stop.abort(new Error("stopped"));
    await expect(first).rejects.toThrow("stopped");
    expect(git((await second).code, "log", "--format=%s", "-1")).toBe("Third");
  });

  test("stays whole when the user's objects go away", async () => {
    const desk = await sit(await open());
    rmSync(join(repository.folder, ".git"), { recursive: true });
    expect(git(desk.code, "log", "--format=%s")).toBe("Third\nGrow\nBegin");
    expect(git(desk.code, "fsck", "--full")).toBe("");
  });

  test.each([
    [{ commits: 4, bytes: 1e9 }, ["Merge", "Side", "Main", "Third"], "only the newest 4 commits are there"],
    [{ commits: 2, bytes: 1e9 }, ["Merge", "Third"], "only the newest 2 commits are there"],
    [{ commits: 100, bytes: 10 }, ["Merge", "Third"], "only the two sides of the change are there"],
    [{ commits: 100, bytes: 1e9 }, ["Merge", "Side", "Main", "Third", "Grow", "Begin"], undefined],
  ])("ends early where the history is too long: %o", async (limits, log, note) => {
    const base = repository.git("rev-parse", "HEAD");
    repository.git("checkout", "-q", "-b", "side");
    repository.commit("Side", { "side.ts": "1\n" });
    repository.git("checkout", "-q", "main");
    repository.commit("Main", { "main.ts": "1\n" });
    repository.git("merge", "-q", "--no-edit", "-m", "Merge", "side");
    const { store } = await open();
    const head = repository.git("rev-parse", "HEAD");
    const objects = await copyObjects({ folder: join(root, "copy"), store, head, base, limits });
    const { folder } = await makeClone({ folder: join(root, "clone"), objects, head, base });
    const shown = git(folder, "log", "--format=%s", "head", "base").split("\n");
    expect(shown.sort()).toEqual([...log].sort());
    expect(objects.notes).toEqual(note === undefined ? [] : [expect.stringContaining(note)]);
    expect(git(folder, "fsck", "--full")).toBe("");
    expect(neededBy(base, head)).toEqual(expect.arrayContaining(objectsAt(folder)));
    expect(git(folder, "diff", "--name-only", "base..head")).toBe("main.ts\nside.ts");
  });

  test("is there although the history is damaged far back", async () => {
    const first = repository.git("rev-parse", "HEAD~2");
    const change = await open();
    rmSync(join(repository.folder, ".git/objects", first.slice(0, 2), first.slice(2)));
    const desk = await sit(change);
    expect(git(desk.code, "log", "--format=%s")).toBe("Third\nGrow");
    expect(desk.notes).toEqual([expect.stringContaining("the history")]);
    expect(readFileSync(join(desk.review, "desk.md"), "utf8")).toBe(`- ${desk.notes[0]}\n`);
  });
});
