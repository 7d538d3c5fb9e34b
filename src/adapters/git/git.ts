import { execFile } from "node:child_process";
import { UserError } from "#util/errors.ts";

/** Git for reading only: no hooks, no pager, no prompts, no lazy fetches, nothing that a repository's own settings could start. */
export const SAFE_ARGUMENTS = [
  "--no-pager",
  "--no-optional-locks",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "protocol.allow=never",
] as const;

/** The environment git gets: nothing of the user's `GIT_*`, which could point it to another repository. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return {
    ...Object.fromEntries(kept),
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_CONFIG_NOSYSTEM: "1",
    LC_ALL: "C",
  };
}

/** What git printed, or undefined when it ended with an error. */
export function git(folder: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, env: gitEnvironment(), maxBuffer: 256 * 1024 * 1024, encoding: "utf8" } as const;
    execFile("git", [...SAFE_ARGUMENTS, ...args], options, (error, stdout) => {
      if (error === null) return resolve(stdout);
      if (error.code === "ENOENT") return reject(cannotStart(folder, error));
      return resolve(undefined);
    });
  });
}

function cannotStart(folder: string, cause: unknown): UserError {
  return new UserError({
    what: `cannot run git in ${folder}`,
    why: "the program git or the folder was not found",
    fix: "install git, and check the folder's name",
    cause,
  });
}
