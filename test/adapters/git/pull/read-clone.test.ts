import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readClone } from "#adapters/git/pull/read-clone.ts";
import { makeRepository, type TemporaryRepository } from "../temporary-repository.ts";

let repository: TemporaryRepository;
let home = "";
beforeEach(() => {
  repository = makeRepository();
  repository.commit("Begin", { "a.ts": "a\n" });
  home = mkdtempSync(join(tmpdir(), "deep-review-home-"));
});
afterEach(() => {
  repository.remove();
  rmSync(home, { recursive: true, force: true });
});

const read = (name?: string) => readClone({ folder: repository.folder, env: { HOME: home }, name });

test("remotes are told as the user's short forms mean them; short forms of the clone's settings mean nothing", async () => {
  const { git } = repository;
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, ".gitconfig"), '[url "git@github.com:"]\n\tinsteadOf = gh:\n');
  git("remote", "add", "origin", "gh:ada/kettle");
  git("remote", "add", "evil", "short:ada/kettle");
  git("remote", "add", "dash", "https://forge.example/ada/kettle.git");
  git("config", "url.https://evil.example/.insteadOf", "short:");
  git("config", "--add", "url.https://evil.example/.insteadOf", "gh:");
  expect((await read()).remotes).toEqual([
    { name: "origin", url: "git@github.com:ada/kettle" },
    { name: "evil", url: "short:ada/kettle" },
    { name: "dash", url: "https://forge.example/ada/kettle.git" },
  ]);
});

test("a remote that names a program starts none", async () => {
  const trap = join(home, "trap");
  repository.git("remote", "add", "origin", `ext::sh -c touch% ${trap}`);
  repository.git("config", "remote.option.url", "--upload-pack=touch");
  repository.git("config", "protocol.ext.allow", "always");
  expect((await read()).remotes).toHaveLength(2);
  expect(existsSync(trap)).toBe(false);
});

test("the branch is told with where it goes to, and what is called as the number is", async () => {
  const { git } = repository;
  for (const ref of ["refs/heads/355", "refs/tags/355", "refs/heads/356/fix"]) git("update-ref", ref, "HEAD");
  git("config", "branch.main.remote", "origin");
  git("config", "branch.main.merge", "refs/heads/trunk");
  expect(await read("355")).toEqual({
    remotes: [],
    branch: { name: "main", remote: "origin", merge: "refs/heads/trunk" },
    named: ["refs/heads/355", "refs/tags/355"],
  });
  git("config", "branch.main.pushRemote", "fork");
  git("switch", "-q", "main");
  expect(await read("356")).toMatchObject({ branch: { remote: "fork" }, named: [] });
  git("switch", "-q", "--detach");
  expect((await read()).branch).toBeUndefined();
});
