import { type Format, FORMATS } from "#pipeline/render-review.ts";
import { UserError } from "#util/errors.ts";
import { spawn } from "node:child_process";
import { printable } from "#util/printable.ts";
import type { Io } from "./io.ts";

/** Reads a comma list of formats; several can only be written to a folder, not printed. */
export function readFormats(list: string, printed: boolean): Format[] {
  const names = list.split(",").map((name) => name.trim());
  const formats = names.filter((name): name is Format => FORMATS.some((format) => format === name));
  const wrong = names.find((name) => !FORMATS.some((format) => format === name));
  if (wrong !== undefined) {
    throw new UserError({
      what: `unknown format "${wrong}"`,
      why: `--format is ${list}`,
      fix: `use one or more of ${FORMATS.join(", ")}, separated by commas`,
    });
  }
  if (printed && formats.length > 1) {
    throw new UserError({
      what: "several formats cannot be printed at once",
      why: `--format is ${list} and there is no --out`,
      fix: "name a folder with --out, or use one format",
    });
  }
  return formats;
}

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
