import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { newestIn, type ProgramEnd, runProgram } from "./run-program.ts";

/** A repository below a folder of its own, so that a test can see what is written or read beside it. */
export interface HostileRepository {
  /** The folder that holds everything: the repository is `repo` in it, `home` the user's. */
  readonly top: string;
  readonly folder: string;
  git(...args: string[]): string;
  put(path: string, content: string | Buffer): void;
  /** Commits everything. */
  commit(message?: string): void;
  /** Runs the built program in the repository. */
  run(...args: string[]): ProgramEnd;
  /** The files that the last round wrote, by name. */
  written(): Readonly<Record<string, string>>;
  close(): void;
}

/** A repository with one commit of one file. */
export function makeHostileRepository(): HostileRepository {
  const top = mkdtempSync(join(tmpdir(), "deep-review-hostile-"));
  const folder = join(top, "repo");
  const home = join(top, "home");
  mkdirSync(folder);
  mkdirSync(home);
  const env = { PATH: process.env["PATH"], HOME: home, TMPDIR: tmpdir(), GIT_CONFIG_NOSYSTEM: "1" };
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"];
  const git = (...args: string[]): string =>
    execFileSync("git", [...identity, "-c", "core.hooksPath=/dev/null", ...args], {
      cwd: folder,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 1e9,
    });
  const put = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const commit = (message = "Change"): void => {
    git("add", "-A");
    git("commit", "-qm", message);
  };
  git("init", "-q", "-b", "main");
  put("src/relay.ts", "export const retries = 3;\n");
  commit("Relay");
  return {
    top,
    folder,
    git,
    put,
    commit,
    run: (...args) => runProgram(args, { cwd: folder, env }),
    written() {
      const reviews = join(folder, ".deep-review/reviews");
      const id = existsSync(reviews) ? newestIn(reviews) : "";
      const files = id === "" ? [] : readdirSync(join(reviews, id)).filter((name) => name.includes("."));
      return Object.fromEntries(files.map((name) => [name, readFileSync(join(reviews, id, name), "utf8")]));
    },
    close: () => rmSync(top, { recursive: true, force: true }),
  };
}
