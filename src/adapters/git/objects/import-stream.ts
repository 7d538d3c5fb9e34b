import { spawn } from "node:child_process";
import { gitEnvironment, SAFE_ARGUMENTS } from "../git.ts";

/** Makes a bare repository in an empty folder from a fast-export stream. False if git is missing or fails. */
export async function importStream(folder: string, stream: string): Promise<boolean> {
  if (!(await runGit(folder, ["init", "--quiet", "--bare", "--template=", "."]))) return false;
  return runGit(folder, ["fast-import", "--quiet"], stream);
}

function runGit(folder: string, args: readonly string[], input = ""): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn("git", [...SAFE_ARGUMENTS, ...args], {
      cwd: folder,
      env: gitEnvironment(),
      stdio: ["pipe", "ignore", "ignore"],
    });
    child.on("error", () => resolve(false));
    child.on("close", (code) => resolve(code === 0));
    // If git ends early it closes the pipe; the exit code reports that.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}
