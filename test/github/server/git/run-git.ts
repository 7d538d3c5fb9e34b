import { spawn } from "node:child_process";
import { devNull } from "node:os";

/** Nothing of the machine's own configuration is read, and nothing is asked. */
export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? "",
  HOME: devNull,
  LC_ALL: "C.UTF-8",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: devNull,
  GIT_TERMINAL_PROMPT: "0",
};

/** Runs git and gives its output; throws with what it said where it fails. */
export function runGit(folder: string, args: readonly string[], input?: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", [...args], { cwd: folder, env: GIT_ENVIRONMENT });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.stdin.on("error", () => undefined);
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve(Buffer.concat(out).toString("utf8"));
      else reject(new Error(`git ${args.join(" ")} ended with ${code}: ${Buffer.concat(err).toString("utf8")}`));
    });
    child.stdin.end(input);
  });
}
