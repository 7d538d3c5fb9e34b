import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProgramEnd, runProgram } from "./run-program.ts";

/** A repository without commits in a home of its own, for commands that are run in it. */
export interface SmallRepository {
  readonly home: string;
  readonly folder: string;
  git(...args: string[]): Buffer;
  /** Runs the program with these words. */
  run(...args: string[]): ProgramEnd;
  /** The same in one of its folders. */
  runIn(inner: string, ...args: string[]): ProgramEnd;
  /** The same in the home, which is no repository. */
  runOutside(...args: string[]): ProgramEnd;
  remove(): void;
}

/** Makes a repository with the branch `main`, below the temporary folder. */
export function makeSmallRepository(): SmallRepository {
  const home = mkdtempSync(join(tmpdir(), "deep-review-small-"));
  const folder = join(home, "repository");
  const env = { PATH: process.env["PATH"], HOME: home, TMPDIR: tmpdir(), GIT_CONFIG_NOSYSTEM: "1" };
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"];
  const git = (...args: string[]) => execFileSync("git", [...who, ...args], { cwd: folder, env });
  mkdirSync(folder);
  git("init", "-q", "-b", "main");
  return {
    home,
    folder,
    git,
    run: (...args) => runProgram(args, { cwd: folder, env }),
    runIn: (inner, ...args) => runProgram(args, { cwd: join(folder, inner), env }),
    runOutside: (...args) => runProgram(args, { cwd: home, env }),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
