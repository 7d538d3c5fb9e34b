import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { PullFetch } from "#adapters/git/pull/fetch-pull.ts";

/** A server's repository with one pull request from a fork, and a user's clone of it. */
export interface Hub {
  readonly top: string;
  readonly bare: string;
  readonly clone: string;
  readonly url: string;
  /** A home without settings. */
  readonly home: string;
  git(folder: string, ...args: string[]): string;
  /** Commits in the author's clone and puts it where the server keeps the pull request's head. */
  push(files: Readonly<Record<string, string>>, message?: string): string;
  /** Commits to the base branch of the server. */
  advance(files: Readonly<Record<string, string>>): string;
  request(more?: Partial<PullFetch>): PullFetch;
  remove(): void;
}

/** Makes the hub: three commits on `main`, one by Mallory in pull request 7, and a clone in `clone/`. */
export function makeHub(cloneArgs: readonly string[] = []): Hub {
  const top = mkdtempSync(join(tmpdir(), "deep-review-hub-"));
  const [bare, work, clone, home] = ["hub.git", "work", "clone", "home"].map((name) => join(top, name)) as [
    string,
    string,
    string,
    string,
  ];
  mkdirSync(home);
  const git = (folder: string, ...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=Mallory", "-c", "user.email=m@example.invalid", ...args], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  const commit = (files: Readonly<Record<string, string>>, message: string): string => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(work, path)), { recursive: true });
      writeFileSync(join(work, path), text);
    }
    git(work, "add", "-A");
    git(work, "commit", "-qm", message, "--allow-empty");
    return git(work, "rev-parse", "HEAD");
  };
  git(top, "init", "-q", "--bare", "-b", "main", bare);
  git(bare, "config", "uploadpack.allowFilter", "true");
  git(top, "init", "-q", "-b", "main", work);
  for (const at of [1, 2, 3]) commit({ "kettle.ts": `export const heat = ${at};\n` }, `Step ${at}`);
  git(work, "push", "-q", bare, "main");
  git(top, "clone", "-q", ...cloneArgs, `file://${bare}`, clone);
  git(work, "switch", "-qc", "patch");
  const url = `file://${bare}`;
  const head = (): string => git(bare, "rev-parse", "refs/pull/7/head");
  const hub: Hub = {
    top,
    bare,
    clone,
    url,
    home,
    git,
    push(files, message = "Patch") {
      const id = commit(files, message);
      git(work, "push", "-qf", bare, "HEAD:refs/pull/7/head");
      return id;
    },
    advance(files) {
      git(work, "switch", "-q", "main");
      const id = commit(files, "On main");
      git(work, "push", "-q", bare, "main");
      git(work, "switch", "-q", "patch");
      return id;
    },
    request: (more = {}) => ({
      folder: clone,
      url,
      pull: {
        address: { host: "forge.example", owner: "ada", repository: "kettle", number: 7 },
        state: "open",
        base: { branch: "main", commit: git(bare, "rev-parse", "main"), repository: "ada/kettle" },
        head: { branch: "patch", commit: head(), repository: "mallory/kettle" },
      },
      env: { PATH: process.env["PATH"], HOME: home },
      ...more,
    }),
    remove: () => rmSync(top, { recursive: true, force: true }),
  };
  hub.push({ "spout.ts": "export const spout = 1;\n" });
  return hub;
}
