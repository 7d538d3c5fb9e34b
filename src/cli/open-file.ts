import { spawn } from "node:child_process";
import { printable } from "#util/printable.ts";
import type { Io } from "./io.ts";

/** What opens a file with the program that people chose for it. No shell has a part in it. */
function openerOf(platform: NodeJS.Platform): string {
  if (platform === "darwin") return "open";
  return platform === "win32" ? "explorer.exe" : "xdg-open";
}

/** Opens a file in its program, which outlives this one. Resolves to why it could not, or to undefined. */
export function openFile(
  path: string,
  env: NodeJS.ProcessEnv,
  platform = process.platform,
): Promise<string | undefined> {
  const opener = openerOf(platform);
  return new Promise((resolve) => {
    const child = spawn(opener, [path], { detached: true, stdio: "ignore", env, shell: false });
    child.once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code === "ENOENT" ? `there is no ${opener} here` : error.message),
    );
    child.once("spawn", () => {
      child.unref();
      resolve(undefined);
    });
  });
}

/** Opens the page, or says on standard error why not and where it is: a report that cannot be shown is no failure. */
export async function openPage(path: string, io: Io): Promise<void> {
  const why = await openFile(path, io.env);
  if (why !== undefined) io.stderr.write(`cannot open the page: ${printable(why)}. It is ${printable(path)}\n`);
}
